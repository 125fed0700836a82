import { formatList } from '~/platform/values/show'
import { ErrorBanner } from '~/ui/message/message'

/** Above an object whose stored rows are not what Fundesk signed. @param tables of those rows */
export function UnprovenBanner({ tables }: { tables: readonly string[] }) {
  if (tables.length === 0) return null
  return (
    <ErrorBanner
      title="This is not what Fundesk signed."
      text={`Rows of it were changed in the database, past Fundesk (${formatList(tables)}). Do not rely on what you see here, and tell an administrator, who finds what it was with “npm run audit:verify”.`}
    />
  )
}
