import { useRef, useState } from "react";
import { isAbort, type Problem } from "../../../api/client.ts";
import { api } from "../../../api/login.ts";
import { useAction } from "../../../api/use-action.ts";
import type { OperationIndex } from "../responses.ts";
import { type Source, sourceBody } from "./source.ts";

/** The documentation that the user chose, and what the server found in it. */
export interface ReadSource {
  readonly source: Source | undefined;
  /** Files of a folder that cannot be documents. */
  readonly ignored: number;
  readonly index: OperationIndex | undefined;
  readonly busy: boolean;
  readonly error: Problem | undefined;
  readonly take: (source: Source, ignored?: number) => void;
  /** Also cancels reading. */
  readonly remove: () => void;
}

/** Reads a source as soon as it is chosen; `onIndex` is called with the result. */
export const useReadSource = (onIndex: (index: OperationIndex, source: Source) => void): ReadSource => {
  const [source, setSource] = useState<Source>();
  const [ignored, setIgnored] = useState(0);
  const [index, setIndex] = useState<OperationIndex>();
  const controller = useRef<AbortController>(undefined);
  const reading = useAction(async (from: Source) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    try {
      const found = await api.post<OperationIndex>("/drafts/operations", sourceBody(from), { signal });
      setIndex(found);
      onIndex(found, from);
    } catch (error) {
      if (!isAbort(error)) throw error;
    }
  });
  return {
    source,
    ignored,
    index,
    busy: reading.busy,
    error: reading.error,
    take(next, left = 0) {
      setSource(next);
      setIgnored(left);
      if (next.kind !== "connector") void reading.run(next);
    },
    remove() {
      controller.current?.abort();
      reading.reset();
      setSource(undefined);
      setIndex(undefined);
    },
  };
};
