import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions } from '~/ui/form/form'
import { TextArea, TextInput } from '~/ui/form/inputs'
import { Page, PageSection } from '~/ui/page/page'
import { criteriaWords, type ShownRun } from './run-view'

interface ProposeViewProps {
  run: ShownRun
  said: string
  formKey: string
  refused: Refused | undefined
}

/** The value that a replay tried, with what the second person will read. */
export function ProposeView({ run, said, formKey, refused }: ProposeViewProps) {
  return (
    <Page title={`Propose what replay ${run.id} tried`}>
      <PageSection>
        <p>{criteriaWords(run)}</p>
        <p>
          <strong>{said}</strong> The second person sees this beside the change.
        </p>
        <Form idempotencyKey={formKey} {...(refused && { refusal: refused.refusal, typed: refused.typed })}>
          <TextInput
            name="validFrom"
            label="Valid from"
            hint="First NAV date as yyyy-mm-dd; blank means no start."
          />
          <TextArea name="comment" label="Reason (optional)" maxLength={800} />
          <FormActions>
            <SubmitButton look="primary">Propose</SubmitButton>
          </FormActions>
        </Form>
      </PageSection>
    </Page>
  )
}
