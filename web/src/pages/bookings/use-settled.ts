import { useEffect, useState } from "react";

const PATIENCE_MS = 250;

/** What somebody types, once they have stopped for a moment. */
export const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
