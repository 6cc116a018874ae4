import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Toolbox } from "./registry/toolbox.ts";
import { createToolboxTools } from "./toolbox-tools.ts";

const emptyToolbox = () => {
  let changed = (): void => undefined;
  const toolbox = {
    list: () => [],
    onChange(listener: () => void) {
      changed = listener;
      return () => undefined;
    },
  } as unknown as Toolbox;
  return { toolbox, change: () => changed() };
};

describe("the toolbox tools", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("announce a burst of changes once", () => {
    const { toolbox, change } = emptyToolbox();
    const heard = vi.fn();
    const end = createToolboxTools(toolbox).onChange(heard);
    for (let tool = 0; tool < 50; tool++) change();
    expect(heard).not.toHaveBeenCalled();
    vi.advanceTimersByTime(500);
    expect(heard).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    expect(heard).toHaveBeenCalledTimes(1);
    change();
    vi.advanceTimersByTime(500);
    expect(heard).toHaveBeenCalledTimes(2);
    end();
    change();
    vi.advanceTimersByTime(500);
    expect(heard).toHaveBeenCalledTimes(2);
  });
});
