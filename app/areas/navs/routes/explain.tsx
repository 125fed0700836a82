import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { idInPath, sameSearch } from '~/http/address'
import { formRoute, pageRead } from '~/http/page-answer'
import { ConfirmClosing } from '~/platform/page/use-unsaved'
import { counted, showFixed } from '~/platform/values/show'
import { withIdempotencyKey } from '~/platform/workflow/idempotency.server'
import { Dialog } from '~/ui/dialog/dialog'
import { SubmitButton } from '~/ui/form/button'
import type { Refused } from '~/ui/form/error-summary'
import { Form, FormActions, useFormState } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { explainRules, rulesToExplain, type ToExplain } from '../control/explain.server'
import { readExplanations } from '../forms'
import { navBaseOf } from '../nav'
import { useNavBase } from '../use-nav-base'
import { guardControl } from './guard-nav'

interface ExplainFormProps {
  rules: ToExplain[]
  /** Why they cannot be explained; null when they can. */
  readOnly: string | null
  idempotencyKey: string
  refused?: Refused
}

/** A comment for each warning that is not OK; an earlier one on the same rule can be chosen instead. */
function ExplainForm({ rules, readOnly, idempotencyKey, refused }: ExplainFormProps) {
  if (rules.length === 0) return <p>No warning of this control is waiting for an explanation.</p>
  if (readOnly !== null) return <p className="muted">{readOnly}</p>
  return (
    <ConfirmClosing>
      <Form keeps idempotencyKey={idempotencyKey} refusal={refused?.refusal} typed={refused?.typed}>
        <p>These rules stay not OK. Explain why the NAV is still correct.</p>
        {rules.map((rule) => (
          <div key={rule.id} id={`rule-${rule.id}`}>
            <input type="hidden" name={`seen-${rule.id}`} value={rule.explained ? rule.comment : ''} />
            <TextArea
              name={`comment-${rule.id}`}
              label={`Comment on ${rule.name}`}
              hint={whatFailed(rule)}
              defaultValue={rule.explained ? rule.comment : ''}
              maxLength={4000}
            />
            {rule.saidBefore.length > 0 && <SaidBefore rule={rule} />}
          </div>
        ))}
        <FormActions>
          <SubmitButton>Save</SubmitButton>
        </FormActions>
      </Form>
    </ConfirmClosing>
  )
}

/** The earlier comments on the rule, in full: a choice that counts where no comment is entered. */
function SaidBefore({ rule: { id, name, saidBefore } }: { rule: ToExplain }) {
  const { typed } = useFormState()
  const field = `again-${id}`
  const chosen = typed[field] ?? ''
  return (
    <div className="field" role="radiogroup" aria-label={`Said before of ${name}`}>
      <p className="muted">Or reuse an earlier explanation</p>
      {[...saidBefore, ''].map((text) => (
        <label key={text} className="field__check">
          <input type="radio" name={field} value={text} defaultChecked={text === chosen} />
          <span>{text === '' ? 'None of these' : text}</span>
        </label>
      ))}
    </div>
  )
}

function whatFailed({ breachCount, impact, explained }: ToExplain): string {
  const facts = [
    breachCount > 0 && counted(breachCount, 'breach', 'breaches'),
    impact !== null && `impact ${showFixed(impact, 2)} bp of the NAV`,
    explained && 'explained',
  ]
  return facts.filter((fact) => fact !== false).join(', ')
}

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardControl(args)
  const { services, controlId } = guarded
  const shown = await pageRead(() => rulesToExplain(guarded, controlId))
  return { ...shown, idempotencyKey: services.ids.uuid() }
}

export const action = formRoute({
  title: 'Nothing explained',
  page: async (args) => ({
    ...(await guardControl(args, 'update')),
    fundNavId: idInPath(args.params.fundNavId),
  }),
  fields: z.object({}),
  command(context, { controlId }, _, typed) {
    const comments = readExplanations(typed)
    return withIdempotencyKey(context, `explain ${controlId}`, () =>
      explainRules(context, { controlId, comments }),
    )
  },
  done: (explained, { fundNavId }, { request }) => [
    `${navBaseOf(request.url).path}/${fundNavId}${sameSearch(request)}`,
    `${counted(explained, 'rule')} explained`,
  ],
})

/** Popup "Explain": the warnings of a control that are not OK, each with a comment, stored together. */
export default function Explain() {
  const { fundNavId, ...form } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  return (
    <Dialog title="Explain what is not OK" size="700x525" closeHref={`${useNavBase().path}/${fundNavId}`}>
      <ExplainForm {...form} refused={refused} />
    </Dialog>
  )
}
