import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** How wide an element is, so that what is drawn in it keeps readable letters. */
export const useWidth = <E extends Element>(): readonly [RefObject<E | null>, number] => {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    if (!element.current) return;
    const look = new ResizeObserver(([entry]) => entry && setWidth(Math.max(Math.round(entry.contentRect.width), 240)));
    look.observe(element.current);
    return () => look.disconnect();
  }, []);
  return [element, width];
};
