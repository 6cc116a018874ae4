import { useState } from "react";

/** The newest value that was not undefined. */
export const useLast = <T>(value: T | undefined): T | undefined => {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
};
