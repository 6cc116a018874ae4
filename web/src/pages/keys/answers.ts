/** Of the routes below `/admin/keys`, as far as they are looked at. Nothing in it opens anything. */
export interface ShownKey {
  /** What it begins with after `twk_`. */
  readonly key_id: string;
  readonly tenant: string;
  readonly name: string;
  readonly admin: boolean;
  /** Left out: all. */
  readonly servers?: readonly string[];
  readonly tools?: readonly string[];
  readonly per_minute?: number;
  readonly per_day?: number;
  /** How much of them is used up, where the server says so. */
  readonly used_this_minute?: number;
  readonly used_today?: number;
  readonly created_at: string;
  readonly expires_at?: string;
  readonly last_used_at?: string;
  readonly rotated_at?: string;
  readonly old_key_until?: string;
  /** Made with another pepper: it opens nothing. */
  readonly unusable?: boolean;
}

/** In the answer that hands it out, and nowhere else. */
export interface HandedOut extends ShownKey {
  readonly key: string;
}
