export interface Refusal {
  readonly status: 429 | 503;
  /** For whoever reads the answer. */
  readonly reason: string;
  /** Whole seconds. */
  readonly retryAfter: number;
}

/** Who was let in must leave once; who was refused must not. */
export interface Admission {
  enter(client: string): Refusal | undefined;
  leave(client: string): void;
  openStream(client: string): Refusal | undefined;
  closeStream(client: string): void;
  readonly requests: number;
  readonly streams: number;
  close(): void;
}

export interface Cap {
  readonly total: number;
  readonly perClient: number;
}

export interface AdmissionOptions {
  readonly requests: Cap;
  readonly streams: Cap;
  /** How late the event loop is, in milliseconds; asked once per sample. */
  readonly lag?: () => number;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

const SAMPLE_MS = 250;
/** An event loop that is this late has more to do than it can. */
const LATE_MS = 500;
/** And when it stays late for this long, it is not just one large piece of work. */
const SUSTAINED_MS = 1_000;

/** With no more than this many inside, it is not they who make it late: the machine is busy, and nobody gains if they go. */
const FEW = 8;

const OVERLOADED: Refusal = {
  status: 503,
  reason: "The server is overloaded and takes no new requests for a moment.",
  retryAfter: 1,
};

/**
 * Decides whether there is room for one more. Refusing early is what keeps the others fast: what is let in beyond
 * capacity makes everybody wait and ends in timeouts.
 */
export const createAdmission = ({
  requests,
  streams,
  now = () => performance.now(),
  lag = createLagMeter(now),
}: AdmissionOptions): Admission => {
  const requestRoom = createCapacity(requests, "requests");
  const streamRoom = createCapacity(streams, "streams");
  let lateSince: number | undefined;
  let overloaded = false;

  const sample = (): void => {
    const late = lag();
    const instant = now();
    lateSince = late < LATE_MS ? undefined : (lateSince ?? instant);
    overloaded = lateSince !== undefined && instant - lateSince >= SUSTAINED_MS;
  };
  const timer = setInterval(sample, SAMPLE_MS).unref();

  const isOverloaded = (): boolean => overloaded && requestRoom.size() > FEW;

  return {
    enter: (client) => (isOverloaded() ? OVERLOADED : requestRoom.enter(client)),
    leave: requestRoom.leave,
    openStream: (client) => (isOverloaded() ? OVERLOADED : streamRoom.enter(client)),
    closeStream: streamRoom.leave,
    get requests() {
      return requestRoom.size();
    },
    get streams() {
      return streamRoom.size();
    },
    close: () => clearInterval(timer),
  };
};

const createCapacity = ({ total, perClient }: Cap, what: "requests" | "streams") => {
  const inside = new Map<string, number>();
  let size = 0;
  const full: Refusal = {
    status: 503,
    reason: `The server has as many open ${what} as it can take (${total}).`,
    retryAfter: 1,
  };
  const tooMany: Refusal = {
    status: 429,
    reason: `This client has ${perClient} open ${what}, which is as many as one client may have at a time.`,
    retryAfter: 1,
  };

  return {
    size: () => size,
    enter(client: string): Refusal | undefined {
      const own = inside.get(client) ?? 0;
      if (own >= perClient) return tooMany;
      if (size >= total) return full;
      inside.set(client, own + 1);
      size += 1;
      return undefined;
    },
    leave(client: string): void {
      const own = inside.get(client);
      if (own === undefined) return;
      if (own === 1) inside.delete(client);
      else inside.set(client, own - 1);
      size -= 1;
    },
  };
};

/** A sample that is due every SAMPLE_MS comes late by as much as the loop is behind. */
const createLagMeter = (now: () => number): (() => number) => {
  let due = now() + SAMPLE_MS;
  return () => {
    const instant = now();
    const late = Math.max(0, instant - due);
    due = instant + SAMPLE_MS;
    return late;
  };
};
