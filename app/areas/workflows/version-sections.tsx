import { DateInput } from '~/ui/enhanced/controls'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { PageSection } from '~/ui/page/page'

interface VersionSectionsProps {
  faults: readonly string[]
  changes: readonly string[]
  mayChange: boolean
  revision: number
  today: string
  /** Idempotency keys of the form that requests the version, and of the one that discards it. */
  keys: readonly [string, string] | string[]
  /** Why it cannot be requested now, in a sentence; null when it can. */
  off: string | null
  refused?: Refused
}

/** The faults of a version in the making, its differences, and the forms that request or discard it. */
export function VersionSections(props: VersionSectionsProps) {
  const { faults, changes, mayChange, revision, today, keys, off, refused } = props
  return (
    <>
      <PageSection title="Problems">
        <Sentences of={faults} none="None: this version can take effect." />
      </PageSection>
      <PageSection title="Changes">
        <Sentences of={changes} none="None yet." />
      </PageSection>
      {mayChange && (
        <PageSection title="When it takes effect">
          <RequestForm
            revision={revision}
            today={today}
            idempotencyKey={keys[0] ?? ''}
            off={off}
            refused={refused}
          />
          <Form prefix="discard" idempotencyKey={keys[1] ?? ''}>
            <input type="hidden" name="revision" value={revision} />
            <SubmitButton name="intent" value="discard" look="danger">
              Discard this version
            </SubmitButton>
          </Form>
        </PageSection>
      )}
    </>
  )
}

function Sentences({ of, none }: { of: readonly string[]; none: string }) {
  if (of.length === 0) return <p>{none}</p>
  return (
    <ul className="page__list">
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

interface RequestFormProps {
  revision: number
  today: string
  idempotencyKey: string
  /** Why it cannot be requested now. */
  off: string | null
  refused?: Refused
}

/** Requests that the version in the making takes effect from a day on. */
function RequestForm({ revision, today, idempotencyKey, off, refused }: RequestFormProps) {
  return (
    <Form prefix="request" idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
      <input type="hidden" name="revision" value={revision} />
      <DateInput
        name="validFrom"
        label="Valid from"
        hint="Applies to new objects from this date."
        required
        min={today}
        defaultValue={today}
      />
      <TextArea name="comment" label="Reason" required maxLength={1000} />
      <FormActions>
        <SubmitButton name="intent" value="request" off={off}>
          Request this version
        </SubmitButton>
      </FormActions>
    </Form>
  )
}

interface NewVersionProps {
  idempotencyKey: string
  /** One is in the making. */
  isBegun: boolean
}

/** Begins a new version, or continues the one in the making. */
export function NewVersion({ idempotencyKey, isBegun }: NewVersionProps) {
  return (
    <Form idempotencyKey={idempotencyKey}>
      <SubmitButton>{isBegun ? 'Continue the new version' : 'New version'}</SubmitButton>
    </Form>
  )
}
