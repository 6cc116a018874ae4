import { Card } from "../../components/card.tsx";
import { brief } from "../../format/text.ts";
import type { TenantQuota } from "./key.ts";
import { QuotaBars } from "./key-columns.tsx";

/** The quotas of tenants as a whole, which only the operator can change. */
export const TenantQuotas = ({ quotas }: { readonly quotas: readonly TenantQuota[] }) => (
  <Card title={quotas.length === 1 ? "Quota of the tenant" : "Quotas of tenants"}>
    <dl className="key-facts">
      {quotas.map((quota) => (
        <div key={quota.tenant}>
          <dt>{brief(quota.tenant, 64)}</dt>
          <dd>
            <QuotaBars quota={quota} detailed />
          </dd>
        </div>
      ))}
    </dl>
  </Card>
);
