interface Refusal {
  readonly status: 429 | 503;
  /** Shown to the client. */
  readonly reason: string;
  /** Whole seconds. */
  readonly retryAfter: number;
}

/** Limits concurrent requests and streams. Each admitted request must leave once; rejected requests must not. */
export interface Admission {
  enter(client: string): Refusal | undefined;
  leave(client: string): void;
  openStream(client: string): Refusal | undefined;
  closeStream(client: string): void;
  readonly requests: number;
  readonly streams: number;
  close(): void;
}

interface Cap {
  readonly total: number;
  readonly perClient: number;
}

interface AdmissionOptions {
  readonly requests: Cap;
  readonly streams: Cap;
  /** Returns the event loop lag in milliseconds; called once per sample. */
  readonly lag?: () => number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

const SAMPLE_MS = 250;
/** Event loop lag that counts as overload. */
const LATE_MS = 500;
/** Lag must last this long, because a single long task also causes some. */
const SUSTAINED_MS = 1_000;

/** Up to this many requests cannot be the cause of the lag: the machine is busy, and rejecting them would not help. */
const FEW = 8;

const OVERLOADED: Refusal = {
  status: 503,
  reason: "The server is overloaded. Try again in a moment.",
  retryAfter: 1,
};

/** Creates the admission control. Rejecting early keeps admitted requests fast; beyond capacity, all of them time out. */
export const createAdmission = ({
  requests,
  streams,
  now = () => performance.now(),
  lag = createLagMeter(now),
}: AdmissionOptions): Admission => {
  const openRequests = createCapacity(requests, "requests");
  const openStreams = createCapacity(streams, "streams");
  let lateSince: number | undefined;
  let overloaded = false;

  const sample = (): void => {
    const late = lag();
    const instant = now();
    lateSince = late < LATE_MS ? undefined : (lateSince ?? instant);
    overloaded = lateSince !== undefined && instant - lateSince >= SUSTAINED_MS;
  };
  const timer = setInterval(sample, SAMPLE_MS).unref();

  const isOverloaded = (): boolean => overloaded && openRequests.size() > FEW;

  return {
    enter: (client) => (isOverloaded() ? OVERLOADED : openRequests.enter(client)),
    leave: openRequests.leave,
    openStream: (client) => (isOverloaded() ? OVERLOADED : openStreams.enter(client)),
    closeStream: openStreams.leave,
    get requests() {
      return openRequests.size();
    },
    get streams() {
      return openStreams.size();
    },
    close: () => clearInterval(timer),
  };
};

const createCapacity = ({ total, perClient }: Cap, what: "requests" | "streams") => {
  const inside = new Map<string, number>();
  let size = 0;
  const full: Refusal = {
    status: 503,
    reason: `The server has reached its limit of ${total} open ${what}.`,
    retryAfter: 1,
  };
  const tooMany: Refusal = {
    status: 429,
    reason: `This client has reached its limit of ${perClient} open ${what}.`,
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

/** Measures the event loop lag as the delay of a timer that is due every SAMPLE_MS. */
const createLagMeter = (now: () => number): (() => number) => {
  let due = now() + SAMPLE_MS;
  return () => {
    const instant = now();
    const late = Math.max(0, instant - due);
    due = instant + SAMPLE_MS;
    return late;
  };
};
