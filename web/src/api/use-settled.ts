import { useEffect, useState } from "react";

/** What somebody types, once they have stopped for a moment; what was there before they began is `first`. */
export const useSettled = (text: string, patienceMs = 250, first = text): string => {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), patienceMs);
    return () => clearTimeout(timer);
  }, [text, patienceMs]);
  return settled;
};
