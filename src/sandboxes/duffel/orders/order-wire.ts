import type {
  DuffelAirline,
  DuffelConditions,
  DuffelOfferPassenger,
  DuffelSegment,
  DuffelSegmentPassenger,
  DuffelSlice,
} from "../duffel-wire.ts";

/** The parts of Duffel's API v2 that are about orders. */
export interface DuffelOrder {
  readonly id: string;
  readonly live_mode: false;
  readonly content: "managed";
  readonly type: "instant" | "hold";
  readonly offer_id: string | null;
  readonly booking_reference: string;
  readonly created_at: string;
  readonly synced_at: string;
  readonly cancelled_at: string | null;
  readonly void_window_ends_at: string | null;
  readonly owner: DuffelAirline;
  readonly base_amount: string;
  readonly base_currency: string;
  readonly tax_amount: string | null;
  readonly tax_currency: string | null;
  readonly total_amount: string;
  readonly total_currency: string;
  readonly payment_status: PaymentStatus;
  readonly documents: readonly OrderDocument[];
  readonly conditions: DuffelConditions;
  readonly passengers: readonly OrderPassenger[];
  readonly slices: readonly OrderSlice[];
  readonly services: readonly OrderService[];
  readonly available_actions: readonly ("cancel" | "change" | "update")[];
  readonly changes: readonly OrderChangeWire[];
  readonly airline_initiated_changes: readonly AirlineChangeWire[];
  readonly cancellation: CancellationWire | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly users: readonly string[];
}

interface PaymentStatus {
  readonly awaiting_payment: boolean;
  readonly payment_required_by: string | null;
  readonly price_guarantee_expires_at: string | null;
  readonly paid_at: string | null;
}

export interface OrderDocument {
  readonly type: "electronic_ticket" | "electronic_miscellaneous_document_associated";
  readonly unique_identifier: string;
  readonly passenger_ids: readonly string[];
}

export interface OrderPassenger {
  readonly id: string;
  readonly type: DuffelOfferPassenger["type"];
  readonly title: string | null;
  readonly gender: string | null;
  readonly given_name: string;
  readonly family_name: string;
  readonly born_on: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
  readonly infant_passenger_id: string | null;
  readonly user_id: string | null;
  readonly loyalty_programme_accounts: DuffelOfferPassenger["loyalty_programme_accounts"];
}

export interface OrderSlice extends Omit<DuffelSlice, "segments"> {
  readonly segments: readonly OrderSegment[];
}

interface OrderSegment extends Omit<DuffelSegment, "passengers"> {
  readonly passengers: readonly (DuffelSegmentPassenger & { readonly seat: OrderSeat | null })[];
}

export interface OrderSeat {
  readonly designator: string;
  readonly name: string | null;
  readonly disclosures: readonly string[];
}

export interface OrderService {
  readonly id: string;
  readonly type: "baggage" | "seat";
  readonly quantity: number;
  readonly passenger_ids: readonly string[];
  readonly segment_ids: readonly string[];
  readonly total_amount: string;
  readonly total_currency: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface PaymentWire {
  readonly id: string;
  readonly live_mode: false;
  readonly order_id: string;
  readonly type: string;
  readonly amount: string;
  readonly currency: string;
  readonly created_at: string;
  readonly status: "succeeded";
  readonly failure_reason: null;
}

export type RefundTo = "balance" | "arc_bsp_cash" | "card" | "awaiting_payment" | "airline_credits";

export interface CancellationWire {
  readonly id: string;
  readonly live_mode: false;
  readonly order_id: string;
  readonly refund_to: RefundTo;
  readonly refund_amount: string;
  readonly refund_currency: string;
  readonly airline_credits: readonly AirlineCredit[];
  readonly created_at: string;
  readonly expires_at: string;
  readonly confirmed_at: string | null;
}

export interface AirlineCredit {
  readonly id: string | null;
  readonly credit_name: string;
  readonly credit_code: string | null;
  readonly credit_amount: string;
  readonly credit_currency: string;
  readonly issued_on: string | null;
  readonly passenger_id: string;
}

interface ChangedSlices {
  readonly add: readonly DuffelSlice[];
  readonly remove: readonly DuffelSlice[];
}

export interface OrderChangeOfferWire {
  readonly id: string;
  readonly live_mode: false;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
  readonly order_change_id: string | null;
  readonly change_total_amount: string;
  readonly change_total_currency: string;
  readonly new_total_amount: string;
  readonly new_total_currency: string;
  readonly penalty_total_amount: string;
  readonly penalty_total_currency: string;
  /** The official client's names for the penalty. */
  readonly penalty_amount: string;
  readonly penalty_currency: string;
  readonly refund_to: "original_form_of_payment" | null;
  readonly conditions: DuffelConditions;
  readonly slices: ChangedSlices;
}

export interface OrderChangeWire extends Omit<OrderChangeOfferWire, "order_change_id" | "updated_at"> {
  readonly order_id: string;
  readonly confirmed_at: string | null;
  readonly available_payment_types: readonly string[];
}

export interface AirlineChangeWire {
  readonly id: string;
  readonly live_mode: false;
  readonly order_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly added: readonly OrderSlice[];
  readonly removed: readonly OrderSlice[];
  readonly action_taken: ActionTaken | null;
  readonly action_taken_at: string | null;
  readonly available_actions: readonly ("accept" | "cancel" | "change" | "update")[];
  readonly travel_agent_ticket: null;
}

export type ActionTaken = "accepted" | "cancelled" | "changed";
