import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, pageRead, redirectWithStatus } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showNavDate } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DateInput, DecimalInput } from '~/ui/enhanced/controls'
import { SelectInput, TextArea, TextInput } from '~/ui/form/inputs'
import { differenceToExplain, explainDifference } from '../explained/explain-difference.server'
import { EXPLAINED_REASONS, latestDay, subjectOf, WITHOUT_LAST_DAY } from '../explained/explained'
import { explanationById } from '../explained/explanations.server'
import { ExplanationFields } from '../forms'
import { isExplainable } from '../rules/contract'

/** The difference that an address names: one of a NAV, or the one that is explained already. */
async function requested({ request }: LoaderFunctionArgs, read: Parameters<typeof explanationById>[0]) {
  const { searchParams } = new URL(request.url)
  const [nav, rule = '', subject = '', renews] = ['nav', 'rule', 'subject', 'renews'].map((name) =>
    searchParams.get(name)?.trim(),
  )
  const before = renews ? await explanationById(read, Number(renews) || 0) : null
  const navId = Number(nav)
  if (!Number.isSafeInteger(navId) || navId < 1 || !isExplainable(rule))
    throw new DomainError('not-found', 'This address names no difference. Open it from Open breaks.')
  const last = before ? (before.currency ?? before.instrument_code ?? before.isin ?? '') : subject
  return { navId, rule, subject: last, before }
}

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await guard(args, 'navctrl', 'add')
  return pageRead(async () => {
    const { before, ...at } = await requested(args, read)
    const { breach, fundCode, fundCurrency, navDate, off } = await differenceToExplain(read, {
      ...at,
      subject: at.rule === 'S06' && before ? `Fund ${before.fund_code}` : at.subject,
      renews: before?.id ?? null,
    })
    return {
      ...at,
      subject: breach?.subject ?? at.subject,
      title: `${fundCode} of ${showNavDate(navDate)}, ${at.rule} ${before ? subjectOf(before) : at.subject}`,
      unit: at.rule === 'S04' ? 'units' : at.rule === 'S03' ? (breach?.subject ?? '') : fundCurrency,
      formula: breach?.formula ?? '',
      amount: breach?.toExplain?.amount ?? before?.amount ?? '',
      before: before && { id: before.id, isin: before.isin, exDate: before.ex_date, reason: before.reason },
      latest: latestDay(navDate),
      off,
      idempotencyKey: services.ids.uuid(),
    }
  })
}

const TITLE = 'Nothing was explained'

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'navctrl', 'add')
  return formAnswer(
    args,
    async (typed) => {
      const given = parseFields(typed, ExplanationFields, TITLE)
      await explainDifference(guarded, guarded.services, given)
      return redirectWithStatus(guarded, '/open-breaks', `${given.rule} ${given.subject}: explained`)
    },
    TITLE,
  )
}

/** Popup "Explain difference": a reason, an amount and a last day. */
export default function ExplainDifference() {
  const { title, unit, formula, latest, off, before, ...at } = useLoaderData<typeof loader>()
  const ofIncome = at.rule === 'S06'
  return (
    <FormDialog
      title={`${before ? 'Explain again' : 'Explain'}: ${title}`}
      size="700"
      closeHref="/open-breaks"
      prefix="explain"
      idempotencyKey={at.idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Explain"
      busyText="Judging again…"
      cancel="Cancel"
      off={off}
    >
      <Description stacked items={[{ term: 'Difference', value: formula }]} />
      <input type="hidden" name="navId" value={at.navId} />
      <input type="hidden" name="rule" value={at.rule} />
      <input type="hidden" name="subject" value={at.subject} />
      {before && <input type="hidden" name="renews" value={before.id} />}
      {ofIncome && (
        <>
          <TextInput name="isin" label="ISIN" required maxLength={12} defaultValue={before?.isin ?? ''} />
          <DateInput name="exDate" label="Ex date" required defaultValue={before?.exDate ?? undefined} />
        </>
      )}
      <DecimalInput
        name="amount"
        label={`Amount in ${unit}`}
        hint={
          ofIncome
            ? 'What was announced and is booked later; it is expected at that NAV.'
            : 'Signed: what the second source will show more, or less with a minus.'
        }
        required
        defaultValue={at.amount}
      />
      <SelectInput
        name="reason"
        label="Reason"
        required
        defaultValue={before?.reason ?? ''}
        options={EXPLAINED_REASONS.map((value) => ({ value, label: value }))}
      />
      <DateInput
        name="until"
        label="Last NAV date"
        hint={`${showDay(latest)} at the latest; blank for what is ${WITHOUT_LAST_DAY}, which counts until it is ended.`}
      />
      <TextArea name="comment" label="Comment" hint="Required for “other”." maxLength={4000} />
    </FormDialog>
  )
}
