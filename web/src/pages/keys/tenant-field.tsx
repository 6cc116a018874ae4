import { Combobox } from "../../components/combobox.tsx";

interface TenantFieldProps {
  readonly tenants: readonly string[];
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly problem: string | undefined;
}

const MOST = 20;

export const TenantField = ({ tenants, value, onValue, problem }: TenantFieldProps) => {
  const fitting = tenants.filter((name) => name.toLowerCase().includes(value.trim().toLowerCase()));
  const isNew = value.trim() !== "" && !tenants.includes(value.trim());
  return (
    <Combobox
      label="Tenant"
      value={value}
      onValue={onValue}
      // Whoever comes to a filled field wants to see the others.
      suggestions={(isNew ? fitting : tenants).slice(0, MOST).map((name) => ({ value: name, label: name }))}
      help={
        isNew
          ? "A new tenant: it begins with this key."
          : "Bookings and sessions of one tenant do not exist for another."
      }
      problem={problem}
    />
  );
};
