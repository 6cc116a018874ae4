import { useState } from "react";
import { useEvent } from "../../api/events.ts";
import { count } from "../../format/money.ts";

/** A busy server tells of some calls only; whoever reads the list has to know. */
export const LeftOut = () => {
  const [leftOut, setLeftOut] = useState(0);
  useEvent("rates", ({ dropped }) => dropped > 0 && setLeftOut((before) => before + dropped));
  if (leftOut === 0) return null;
  return (
    <p className="small soft">
      A sample: {count(leftOut)} more {leftOut === 1 ? "call" : "calls"} came too fast to be listed. The plots count all
      of them.
    </p>
  );
};
