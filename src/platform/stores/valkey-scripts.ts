import { VERSION_FIELD } from "./valkey-record.ts";

/**
 * Operations of several commands run atomically as scripts. Each uses one key, so that a cluster can run it on the node
 * that owns the key. An empty argument means "absent".
 *
 * The first line, `#!lua`, makes a full server reject the script before it runs. Without it, Valkey checks its memory only
 * before the first write, and since DEL is always allowed, every put would pass.
 */
export interface Scripts {
  putRecord(key: string, ifVersion: number | "", deadline: Deadline, ...fields: string[]): Promise<number | null>;
  /** Like `putRecord`, but also runs on a full server. */
  putRecordEvenIfFull: Scripts["putRecord"];
  deleteRecord(key: string, ifVersion: number): Promise<number>;
  addToCounter(key: string, delta: number, deadline: Deadline): Promise<number>;
  addMember(key: string, member: string, deadline: Deadline): Promise<number>;
  appendToList(key: string, keep: number, deadline: Deadline, ...items: string[]): Promise<null>;
}
type Deadline = number | "";

/** Lua's `unpack` is limited to some thousand values. Even, because fields and values come in pairs. */
const MOST_VALUES = 2_000;

const script = (lua: string) => ({ numberOfKeys: 1, lua: `#!lua\n${lua}` });
const scriptEvenIfFull = (lua: string) => ({ numberOfKeys: 1, lua: `#!lua flags=allow-oom\n${lua}` });

/**
 * The new version is the server's time in microseconds, or the old version plus one if that is higher. So it is never
 * reused after a delete or expiry, without any record of missing keys. Versions are compared as text and written with
 * "%.0f", because tostring would round them to 14 digits.
 */
const PUT_RECORD = `
    local version = redis.call("HGET", KEYS[1], "${VERSION_FIELD}") or "0"
    if ARGV[1] ~= "" and ARGV[1] ~= version then return false end
    local time = redis.call("TIME")
    local new = math.max(tonumber(version) + 1, tonumber(time[1]) * 1000000 + tonumber(time[2]))
    redis.call("DEL", KEYS[1])
    redis.call("HSET", KEYS[1], "${VERSION_FIELD}", string.format("%.0f", new))
    for i = 3, #ARGV, ${MOST_VALUES} do
      redis.call("HSET", KEYS[1], unpack(ARGV, i, math.min(i + ${MOST_VALUES - 1}, #ARGV)))
    end
    if ARGV[2] ~= "" then redis.call("PEXPIREAT", KEYS[1], ARGV[2]) end
    return new`;

export const scripts: { readonly [name in keyof Scripts]: { numberOfKeys: number; lua: string } } = {
  putRecord: script(PUT_RECORD),
  putRecordEvenIfFull: scriptEvenIfFull(PUT_RECORD),

  deleteRecord: scriptEvenIfFull(`
    if redis.call("HGET", KEYS[1], "${VERSION_FIELD}") ~= ARGV[1] then return 0 end
    return redis.call("DEL", KEYS[1])`),

  addToCounter: script(`
    local created = redis.call("EXISTS", KEYS[1]) == 0
    local sum = redis.call("INCRBY", KEYS[1], ARGV[1])
    if created and ARGV[2] ~= "" then redis.call("PEXPIREAT", KEYS[1], ARGV[2]) end
    return sum`),

  addMember: script(`
    local added = redis.call("SADD", KEYS[1], ARGV[1])
    if ARGV[2] ~= "" then redis.call("PEXPIREAT", KEYS[1], ARGV[2]) end
    return added`),

  appendToList: script(`
    for i = 3, #ARGV do redis.call("RPUSH", KEYS[1], ARGV[i]) end
    local surplus = redis.call("LLEN", KEYS[1]) - ARGV[1]
    if surplus > 0 then redis.call("LTRIM", KEYS[1], surplus, -1) end
    if ARGV[2] ~= "" then redis.call("PEXPIREAT", KEYS[1], ARGV[2]) end`),
};
