import { Link, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { Instant } from '~/platform/page/instant'
import { showBytes, showMonth } from '~/platform/values/show'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'

interface MonthFormProps {
  formKey: string
  /** The months that have NAVs, the newest first. */
  months: readonly string[]
  refused: Refused | undefined
}

/** Requests the pack of a month of some funds. */
export function MonthForm({ formKey, months, refused }: MonthFormProps) {
  return (
    <Form prefix="month" idempotencyKey={formKey} {...refused}>
      <SelectInput
        name="month"
        label="Month"
        hint="Of the NAV dates."
        required
        options={months.map((month) => ({ value: month, label: showMonth(month) }))}
      />
      <TextInput name="funds" label="Funds" hint="Fund codes, comma-separated. Blank: all." />
      <FormActions>
        <SubmitButton name="intent" value="month" look="plain">
          Build the month
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

interface ShownMonth {
  id: number
  month: string
  funds: readonly string[]
  status: string
  total: number
  done: number
  size: number | null
  sha256: string | null
  note: string
  requester: string
  requestedAt: Date | string
}

/** The codes of a few funds; of more only their number. */
const fundsWords = (funds: readonly string[]) =>
  funds.length > 12 ? `${funds.length} funds` : funds.join(', ')

const REFRESH_MS = 1_500

/** The progress of a month's pack, or its link; with scripts the page follows it. */
export function MonthState({
  pack,
  cancelKey,
}: {
  pack: ShownMonth & { keptUntil: Date | string }
  cancelKey: string | null
}) {
  const { revalidate } = useRevalidator()
  const waiting = pack.status === 'WAITING'
  const running = pack.status === 'RUNNING'
  const underWay = waiting || running
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(revalidate, REFRESH_MS)
    return () => clearInterval(timer)
  }, [underWay, revalidate])
  return (
    <PageSection>
      <p className="muted">
        {fundsWords(pack.funds)} · requested by {pack.requester}, <Instant at={pack.requestedAt} />
      </p>
      {waiting && (
        <p role="status">
          Waiting for its turn: another month is being built. <Link to=".">Refresh</Link>
        </p>
      )}
      {running && (
        <p role="status">
          <progress max={Math.max(1, pack.total)} value={pack.done} aria-label="NAVs in the pack" />{' '}
          {pack.done} of {pack.total} NAVs. <Link to=".">Refresh</Link>
        </p>
      )}
      {underWay && cancelKey !== null && (
        <Form prefix="cancel" idempotencyKey={cancelKey}>
          <SubmitButton name="intent" value="cancel">
            Cancel this pack
          </SubmitButton>
        </Form>
      )}
      {pack.status === 'DONE' && (
        <>
          <p>
            <a className="button button--primary" href={`/evidence/months/${pack.id}/pack.zip`}>
              Download the pack
            </a>
          </p>
          <p>
            {pack.total} NAVs, {showBytes(pack.size ?? 0)}. The link lasts until{' '}
            <Instant at={pack.keptUntil} />.
          </p>
          <p>
            SHA-256 <code className="hash">{pack.sha256}</code>
          </p>
        </>
      )}
      {(pack.status === 'FAILED' || pack.status === 'CANCELLED') && <Note kind="warning">{pack.note}</Note>}
      <p>
        <Link to="/evidence">All packs</Link>
      </p>
    </PageSection>
  )
}

/** The month packs of the last week. */
export function MonthList({ packs }: { packs: readonly ShownMonth[] }) {
  const end: Record<string, string> = {
    WAITING: 'waits for its turn',
    DONE: 'ready',
    CANCELLED: 'cancelled',
    FAILED: 'failed',
  }
  return (
    <ul>
      {packs.map((pack) => (
        <li key={pack.id}>
          <Link to={`/evidence/months/${pack.id}`}>
            {showMonth(pack.month)} of {fundsWords(pack.funds)}
          </Link>
          : {end[pack.status] ?? `${pack.done} of ${pack.total} NAVs`}, {pack.requester},{' '}
          <Instant at={pack.requestedAt} />
        </li>
      ))}
    </ul>
  )
}
