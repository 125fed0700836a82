import { Link } from '@remix-run/react'
import { Description } from '~/ui/description/description'
import { lazily } from '~/ui/enhanced/later'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { Page, PageSection } from '~/ui/page/page'
import { LEVELS } from './replay-form'
import { criteriaLabel, RUN_LABELS, type ShownRun } from './run-label'

/** The field works without this code, which is loaded at the first user interaction. */
const DateInput = lazily(() => import('~/ui/enhanced/controls').then((code) => code.DateInput))

interface ProposeViewProps {
  run: ShownRun
  /** What the run found, for the second person; null where nothing can be proposed from it. */
  said: string | null
  /** The values set for its tolerance, as text; for a curve only. */
  inForce: readonly string[]
  formKey: string
  refused: Refused | undefined
}

/** The value that a run tried, or one of a curve, with what the second person will read. */
export function ProposeView({ run, said, inForce, formKey, refused }: ProposeViewProps) {
  const name = `${RUN_LABELS[run.kind]} ${run.id}`
  return (
    <Page
      title="Propose a tolerance"
      actions={
        <Link className="button" to={`/replay/${run.id}`}>
          Back to {name}
        </Link>
      }
    >
      {said === null ? (
        <PageSection>
          <Note kind="warning">
            Nothing can be proposed from this run. Replay one new value alone, or draw a curve, and propose
            when it is done.
          </Note>
        </PageSection>
      ) : (
        <>
          <PageSection>
            <Description
              stacked
              items={[
                { term: name, value: criteriaLabel(run) },
                { term: 'What it found, as the second person sees it beside the change', value: said },
                ...(inForce.length > 0 ? [{ term: 'Set now', value: inForce.join('; ') }] : []),
              ]}
            />
          </PageSection>
          <PageSection>
            <Form
              idempotencyKey={formKey}
              {...(refused && { refusal: refused.refusal, typed: refused.typed })}
            >
              {run.kind === 'curve' && (
                <>
                  <TextInput name="value" label="New value" hint="In the unit of the tolerance." required />
                  <SelectInput name="level" label="Level" options={LEVELS} required />
                  <TextInput name="subject" label="Fund, type or provider" hint="Blank for all." />
                </>
              )}
              <DateInput name="validFrom" label="Valid from" hint="First NAV date; blank means no start." />
              <TextArea name="comment" label="Reason (optional)" maxLength={500} />
              <FormActions>
                <SubmitButton look="primary">Propose</SubmitButton>
              </FormActions>
            </Form>
          </PageSection>
        </>
      )}
    </Page>
  )
}
