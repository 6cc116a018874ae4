import type { Answer } from "../../fixtures/taxiway.ts";

interface ServerMessage extends Answer {
  // biome-ignore lint/suspicious/noExplicitAny: each method has its own shape, which tests look into
  readonly params?: any;
}

/** An event of a stream; the first one of a resumable stream has an ID and no message. */
export interface ServerEvent {
  readonly id: string | undefined;
  readonly message: ServerMessage | undefined;
}

export interface EventReader {
  /** All events so far. */
  readonly events: readonly ServerEvent[];
  /** The first matching event, past or future. */
  find(matches: (event: ServerEvent) => boolean): Promise<ServerEvent>;
  /** Resolves when the server ends the stream, or the connection breaks. */
  readonly ended: Promise<void>;
  /** Breaks the connection. */
  cut(): void;
}

export const readEvents = (body: ReadableStream<Uint8Array>, cut: () => void): EventReader => {
  const events: ServerEvent[] = [];
  const looking = new Set<() => void>();
  let over = false;
  const lookAgain = () => {
    for (const look of looking) look();
  };
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
      const blocks = (text + decoder.decode(piece, { stream: true })).split("\n\n");
      text = blocks.pop() ?? "";
      events.push(...blocks.flatMap(eventIn));
      lookAgain();
    }
  };
  const ended = read()
    .catch(() => undefined)
    .then(() => {
      over = true;
      lookAgain();
    });

  return {
    events,
    ended,
    cut,
    find: (matches) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(matches);
          if (found === undefined && !over) return;
          looking.delete(look);
          if (found !== undefined) resolve(found);
          else reject(new Error(`The stream ended after ${JSON.stringify(events)}`));
        };
        looking.add(look);
        look();
      }),
  };
};

const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split("\n")
    .find((line) => line.startsWith(`${name}:`))
    ?.slice(name.length + 1)
    .trim();

const eventIn = (block: string): ServerEvent[] => {
  const data = fieldOf(block, "data");
  if (data === undefined) return [];
  return [{ id: fieldOf(block, "id"), message: data === "" ? undefined : (JSON.parse(data) as ServerMessage) }];
};
