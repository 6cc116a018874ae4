import type { ReactNode } from "react";
import type { Data } from "../api/use-data.ts";
import { ErrorState } from "./error-state.tsx";
import { Skeleton } from "./skeleton.tsx";

interface LoadedProps<T> {
  readonly from: Pick<Data<T>, "data" | "error" | "reload">;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}

/** What `useData` brought, or that it is loading, or why not. What is old stays, with a line that says so. */
export const Loaded = <T,>({ from: { data, error, reload }, lines, children }: LoadedProps<T>) => {
  if (data === undefined) {
    return error ? <ErrorState error={error} retry={reload} /> : <Skeleton {...(lines && { lines })} />;
  }
  return (
    <>
      {error && <ErrorState error={error} retry={reload} inline />}
      {children(data)}
    </>
  );
};
