#!/usr/bin/env bash
# A first booking with nothing but curl, and node to read the answers. Start Taxiway with `npm start`, then run this.
#
#   DUFFEL_URL    where the sandbox is, http://127.0.0.1:3000/duffel if left out
#   DUFFEL_TOKEN  any text that begins with duffel_test_: each is an account of its own
#   DEPARTURE     the day of travel, in two months if left out
set -euo pipefail

DUFFEL_URL="${DUFFEL_URL:-http://127.0.0.1:3000/duffel}"
DUFFEL_TOKEN="${DUFFEL_TOKEN:-duffel_test_first_booking}"
day_after() { node -p "new Date(Date.parse('$1') + $2 * 86400000).toISOString().slice(0, 10)"; }
DEPARTURE="${DEPARTURE:-$(day_after "$(date -u +%F)" 60)}"

# duffel METHOD PATH [DATA]: prints the answer.
duffel() {
  curl --silent --show-error --compressed --request "$1" "$DUFFEL_URL$2" \
    --header "Authorization: Bearer $DUFFEL_TOKEN" --header "Duffel-Version: v2" --header "Accept: application/json" \
    ${3:+--header "Content-Type: application/json" --data "{\"data\": $3}"}
}

# Reads something out of the data of an answer, in JavaScript. An answer with errors is the end of this script.
pick() {
  node -pe "
    const { data, errors } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
    if (errors) { console.error(errors[0].code + ': ' + errors[0].message); process.exit(1); }
    $1"
}

search() {
  duffel POST "/air/offer_requests?return_offers=false" "{
    \"slices\": [{ \"origin\": \"$1\", \"destination\": \"$2\", \"departure_date\": \"$DEPARTURE\" }],
    \"passengers\": [{ \"type\": \"adult\" }],
    \"cabin_class\": \"economy\"
  }" | pick data.id
}

cheapest() { duffel GET "/air/offers?offer_request_id=$1&sort=total_amount&limit=1" | pick "data[0].id"; }

passenger() {
  echo "{
    \"id\": \"$1\", \"title\": \"ms\", \"gender\": \"f\", \"given_name\": \"Amelia\", \"family_name\": \"Earhart\",
    \"born_on\": \"1987-07-24\", \"email\": \"amelia@example.com\", \"phone_number\": \"+442080160509\"
  }"
}

echo "1. Search for flights from London Heathrow to New York on $DEPARTURE, and select the cheapest offer"
found=$(search LHR JFK)
offer=$(cheapest "$found")
details=$(duffel GET "/air/offers/$offer?return_available_services=true")
traveller=$(pick "data.passengers[0].id" <<<"$details")
echo "   $offer: $(pick "data.owner.name + ', ' + data.total_amount + ' ' + data.total_currency" <<<"$details")"

echo "2. Choose a seat and a bag"
bag=$(pick "data.available_services.find(({ type }) => type === 'baggage').id" <<<"$details")
seats=$(duffel GET "/air/seat_maps?offer_id=$offer")
free="data[0].cabins.flatMap((cabin) => cabin.rows).flatMap((row) => row.sections).flatMap((part) => part.elements)
  .find((element) => element.type === 'seat' && element.available_services.length > 0)"
seat=$(pick "$free.available_services[0].id" <<<"$seats")
services="[{ \"id\": \"$seat\", \"quantity\": 1 }, { \"id\": \"$bag\", \"quantity\": 1 }]"
total=$(duffel POST "/air/offers/$offer/actions/price" "{
  \"intended_services\": $services, \"intended_payment_methods\": [{ \"type\": \"balance\" }]
}" | pick data.total_amount)
echo "   seat $(pick "$free.designator" <<<"$seats") and 23 kg: $total USD together"

echo "3. Order all of it"
order=$(duffel POST /air/orders "{
  \"type\": \"instant\", \"selected_offers\": [\"$offer\"], \"passengers\": [$(passenger "$traveller")],
  \"services\": $services, \"payments\": [{ \"type\": \"balance\", \"currency\": \"USD\", \"amount\": \"$total\" }]
}")
pick "'   ' + data.id + ', ' + data.booking_reference + ', ticket ' + data.documents[0].unique_identifier" <<<"$order"

echo "4. Hold a flight of the test airline, from JFK to Newark"
found=$(search JFK EWR)
offer=$(cheapest "$found")
traveller=$(duffel GET "/air/offers/$offer" | pick "data.passengers[0].id")
held=$(duffel POST /air/orders "{
  \"type\": \"hold\", \"selected_offers\": [\"$offer\"], \"passengers\": [$(passenger "$traveller")]
}")
id=$(pick data.id <<<"$held")
echo "   $id, to be paid until $(pick data.payment_status.payment_required_by <<<"$held")"

echo "5. Pay for it"
paid=$(duffel POST /air/payments "{
  \"order_id\": \"$id\",
  \"payment\": { \"type\": \"balance\", \"currency\": \"USD\", \"amount\": \"$(pick data.total_amount <<<"$held")\" }
}")
pick "'   ' + data.id + ', ' + data.amount + ' ' + data.currency" <<<"$paid"

echo "6. Fly three days later instead"
changes=$(duffel POST /air/order_change_requests "{
  \"order_id\": \"$id\",
  \"slices\": {
    \"remove\": [{ \"slice_id\": \"$(pick "data.slices[0].id" <<<"$held")\" }],
    \"add\": [{
      \"origin\": \"JFK\", \"destination\": \"EWR\", \"departure_date\": \"$(day_after "$DEPARTURE" 3)\", \"cabin_class\": \"economy\"
    }]
  }
}")
change=$(duffel POST /air/order_changes "{
  \"selected_order_change_offer\": \"$(pick "data.order_change_offers[0].id" <<<"$changes")\"
}")
extra=$(pick data.change_total_amount <<<"$change")
duffel POST "/air/order_changes/$(pick data.id <<<"$change")/actions/confirm" "{
  \"payment\": { \"type\": \"balance\", \"currency\": \"USD\", \"amount\": \"$extra\" }
}" | pick "'   confirmed at ' + data.confirmed_at"
changed=$(duffel GET "/air/orders/$id")
echo "   for $extra USD, leaving at $(pick "data.slices[0].segments[0].departing_at" <<<"$changed")"

echo "7. Cancel it: first what would come back, then the cancellation"
quote=$(duffel POST /air/order_cancellations "{ \"order_id\": \"$id\" }")
cancelled=$(duffel POST "/air/order_cancellations/$(pick data.id <<<"$quote")/actions/confirm")
pick "'   ' + data.refund_amount + ' ' + data.refund_currency + ' to ' + data.refund_to" <<<"$cancelled"
