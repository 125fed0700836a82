import { Instant } from '~/platform/page/instant'
import { Badge, type BadgeKind } from '~/ui/badge/badge'
import { Headline } from '~/ui/decision/headline'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { PageSection } from '~/ui/page/page'
import type { EventDay } from './event-days.server'
import { EventDaysChart } from './event-days-chart'
import { objectLabel } from './pack-readme'

const KINDS = [
  { value: 'nav', label: 'NAV' },
  { value: 'invoice', label: 'Invoice' },
  { value: 'budget', label: 'Budget' },
]

interface ShownVerification {
  at: Date | string
  isIntact: boolean
  findings: readonly string[]
}

interface VerificationStateProps {
  verification: ShownVerification | null
  days: readonly EventDay[]
  packs: number
}

/** Whether the history is as it was written: the outcome of the last verification, and what came since. */
export function VerificationState({ verification, days, packs }: VerificationStateProps) {
  const isIntact = verification?.isIntact ?? true
  const since = days.reduce((all, day) => all + day.since, 0)
  return (
    <>
      <Headline
        facts={[
          {
            term: 'History',
            value: <Badge {...stateOf(verification)} />,
            note: verification ? (
              <>
                verified <Instant at={verification.at} />
              </>
            ) : (
              'verified each night'
            ),
          },
          {
            term: 'Events since',
            value: since.toLocaleString('en-GB'),
            note: 'verified tonight',
          },
          { term: 'Packs built', value: String(packs), note: packs === 0 ? 'none yet' : 'the newest below' },
        ]}
      />
      {verification && !isIntact && (
        <PageSection>
          <Note kind="failed">
            Not intact, as verified on <Instant at={verification.at} />. “npm run audit:verify” lists
            everything.
          </Note>
          <ul>
            {verification.findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </PageSection>
      )}
      <PageSection>
        <EventDaysChart days={days} isIntact={isIntact} />
      </PageSection>
    </>
  )
}

function stateOf(verification: ShownVerification | null): { kind: BadgeKind; status: string } {
  if (verification === null) return { kind: 'new', status: 'Not verified yet' }
  return verification.isIntact
    ? { kind: 'success', status: 'Intact' }
    : { kind: 'failed', status: 'Not intact' }
}

/** Requests a verification. */
export function VerifyForm({ formKey, refused }: { formKey: string; refused: Refused | undefined }) {
  return (
    <Form prefix="verify" idempotencyKey={formKey} {...refused}>
      <FormActions>
        <SubmitButton name="intent" value="verify" look="plain">
          Verify now
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

/** Which object a pack is built of; the answer is a file, so it is a plain form. */
export function PackForm() {
  return (
    <form className="form" action="/evidence/pack.zip" method="get">
      <p>
        One ZIP with the files as they came, the figures, results, explanations and every event. Signed;
        anyone can verify it.
      </p>
      <SelectInput label="Object" name="kind" options={KINDS} defaultValue="nav" required />
      <TextInput label="Number" name="id" required maxLength={15} />
      <button type="submit" className="button button--primary">
        Build pack
      </button>
    </form>
  )
}

interface Built {
  eventId: number
  at: string
  who: string
  kind: string
  id?: number
  month?: string
  funds?: readonly string[]
  sha256: string
  unproven?: readonly string[]
}

/** The newest packs, with the hashes that identify them. */
export function BuiltPacks({ packs }: { packs: readonly Built[] }) {
  if (packs.length === 0)
    return <p className="muted">No packs yet. Build one above: it appears here with its hash.</p>
  return (
    <ul>
      {packs.map(({ eventId, at, who, sha256, unproven = [], ...what }) => (
        <li key={eventId}>
          {at}, {who}: {objectLabel(what)}, SHA-256 <code className="hash">{sha256}</code>
          {unproven.length > 0 && (
            <strong> · It says that this is not what Fundesk signed: {unproven.join(', ')}</strong>
          )}
        </li>
      ))}
    </ul>
  )
}
