import { Input, Select } from "../../components/field.tsx";

export const ACCOUNT = "account";
const CREDIT = "credit:";

const CHOICES = [
  { value: ACCOUNT, label: "Account" },
  { value: "card:tok_visa", label: "Test card (accepted)" },
  { value: "card:tok_declined", label: "Test card (declined)" },
  { value: CREDIT, label: "Travel credit, rest from the account" },
] as const;

/** `credit:ABC234-1+account`: the account pays what the credit does not cover. */
export const creditPayment = (code: string): string => `${CREDIT}${code.trim()}+${ACCOUNT}`;

interface PaymentFieldProps {
  readonly payment: string;
  readonly onPayment: (payment: string) => void;
}

/** Asks for a form of payment. No real one exists here. */
export const PaymentField = ({ payment, onPayment }: PaymentFieldProps) => {
  const isCredit = payment.startsWith(CREDIT);
  return (
    <div className="stack">
      <Select
        label="Pay with"
        value={isCredit ? CREDIT : payment}
        choices={CHOICES}
        onValue={(value) => onPayment(value === CREDIT ? creditPayment("") : value)}
      />
      {isCredit && (
        <Input
          label="Code of the credit"
          value={payment.slice(CREDIT.length, -`+${ACCOUNT}`.length)}
          maxLength={40}
          placeholder="ABC234-1"
          onValue={(code) => onPayment(creditPayment(code))}
        />
      )}
    </div>
  );
};
