/** The parts of Duffel's API v2 that the sandbox implements. Amounts are decimal strings, times local without offset. */
export interface DuffelAirline {
  readonly id: string;
  readonly name: string;
  readonly iata_code: string;
  readonly logo_symbol_url: string | null;
  readonly logo_lockup_url: string | null;
  readonly conditions_of_carriage_url: string | null;
}

export interface DuffelCity {
  readonly type: "city";
  readonly id: string;
  readonly name: string;
  readonly iata_code: string;
  readonly iata_country_code: string;
}

export interface DuffelAirport {
  readonly type: "airport";
  readonly id: string;
  readonly name: string;
  readonly iata_code: string;
  readonly icao_code: string | null;
  readonly iata_country_code: string;
  readonly iata_city_code: string;
  readonly city_name: string;
  readonly city: DuffelCity | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly time_zone: string;
}

export interface DuffelAircraft {
  readonly id: string;
  readonly iata_code: string;
  readonly name: string;
}

export interface DuffelCondition {
  readonly allowed: boolean;
  readonly penalty_amount: string | null;
  readonly penalty_currency: string | null;
}
export interface DuffelConditions {
  readonly refund_before_departure: DuffelCondition | null;
  readonly change_before_departure: DuffelCondition | null;
}

export interface DuffelSegmentPassenger {
  readonly passenger_id: string;
  readonly cabin_class: string;
  readonly cabin_class_marketing_name: string;
  readonly fare_basis_code: string | null;
  readonly baggages: readonly { readonly type: "carry_on" | "checked"; readonly quantity: number }[];
  readonly cabin: {
    readonly name: string;
    readonly marketing_name: string;
    readonly amenities: {
      readonly wifi: { readonly available: boolean; readonly cost: string | null } | null;
      readonly power: { readonly available: boolean } | null;
      readonly seat: { readonly pitch: string; readonly legroom: string; readonly type: string } | null;
    };
  };
}

export interface DuffelStop {
  readonly id: string;
  readonly airport: DuffelAirport;
  readonly arriving_at: string;
  readonly departing_at: string;
  readonly duration: string;
}

export interface DuffelSegment {
  readonly id: string;
  readonly origin: DuffelAirport;
  readonly destination: DuffelAirport;
  readonly origin_terminal: string | null;
  readonly destination_terminal: string | null;
  readonly departing_at: string;
  readonly arriving_at: string;
  readonly duration: string;
  readonly distance: string;
  readonly marketing_carrier: DuffelAirline;
  readonly marketing_carrier_flight_number: string;
  readonly operating_carrier: DuffelAirline;
  readonly operating_carrier_flight_number: string;
  readonly aircraft: DuffelAircraft | null;
  readonly stops: readonly DuffelStop[];
  readonly passengers: readonly DuffelSegmentPassenger[];
  /** Not in Duffel's API, which counts pieces: the weight of each piece, or of all bags of a passenger. */
  readonly baggage?: {
    readonly checked_baggage: { readonly included: true; readonly weight: number; readonly unit: "kg" };
  };
  readonly media: readonly [];
}

export interface DuffelSlice {
  readonly id: string;
  readonly origin_type: "airport";
  readonly origin: DuffelAirport;
  readonly destination_type: "airport";
  readonly destination: DuffelAirport;
  readonly duration: string;
  readonly fare_brand_name: string;
  readonly ngs_shelf: number | null;
  readonly comparison_key: string;
  readonly conditions: {
    readonly change_before_departure: DuffelCondition | null;
    readonly advance_seat_selection: boolean | null;
    readonly priority_check_in: boolean | null;
    readonly priority_boarding: boolean | null;
  };
  readonly segments: readonly DuffelSegment[];
}

export interface DuffelOfferPassenger {
  readonly id: string;
  readonly type: "adult" | "child" | "infant_without_seat" | null;
  readonly fare_type: string | null;
  readonly age: number | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly loyalty_programme_accounts: readonly {
    readonly airline_iata_code: string;
    readonly account_number: string;
  }[];
}

export interface DuffelOffer {
  readonly id: string;
  readonly live_mode: false;
  readonly created_at: string;
  readonly updated_at: string;
  readonly expires_at: string;
  readonly base_amount: string;
  readonly base_currency: string;
  readonly tax_amount: string | null;
  readonly tax_currency: string | null;
  readonly total_amount: string;
  readonly total_currency: string;
  readonly total_emissions_kg: string | null;
  readonly owner: DuffelAirline;
  readonly partial: false;
  readonly passenger_identity_documents_required: boolean;
  readonly supported_passenger_identity_document_types: readonly string[];
  readonly supported_loyalty_programmes: readonly string[];
  readonly payment_requirements: {
    readonly requires_instant_payment: boolean;
    readonly payment_required_by: string | null;
    readonly price_guarantee_expires_at: string | null;
  };
  readonly conditions: DuffelConditions;
  readonly private_fares: readonly [];
  readonly passengers: readonly DuffelOfferPassenger[];
  readonly slices: readonly DuffelSlice[];
}

/** A bag or a seat that can be bought. */
export interface DuffelService {
  readonly id: string;
  readonly type: "baggage" | "seat";
  readonly passenger_ids: readonly string[];
  readonly segment_ids: readonly string[];
  readonly maximum_quantity: number;
  readonly total_amount: string;
  readonly total_currency: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}
