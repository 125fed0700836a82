import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formRoute, pageRead } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { showDay, showExact } from '~/platform/values/show'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DecimalInput } from '~/ui/enhanced/controls'
import { FormGroup } from '~/ui/form/form'
import { TextArea } from '~/ui/form/inputs'
import { causePartsOf } from '../case-figures.server'
import { changeCauses } from '../causes.server'
import { CommentFields, typedParts } from '../forms'
import { judgeCase } from '../judge-case.server'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

const TITLE = 'The parts were not stored'

export async function loader(args: LoaderFunctionArgs) {
  const page = await changingCase(args)
  return pageRead(async () => {
    const { read, caseId, services } = page
    const found = await caseById(read, caseId)
    const [judged, stated] = await Promise.all([judgeCase(page, found), causePartsOf(read, caseId)])
    return {
      caseId,
      causes: found.causes.map(({ cause }) => cause),
      figures: judged.figures.figures.map(({ date, classCode, difference }) => ({
        date,
        classCode,
        difference,
        parts: stated.filter((part) => part.date === date && part.classCode === classCode),
      })),
      idempotencyKey: services.ids.uuid(),
    }
  })
}

export const action = formRoute({
  title: TITLE,
  page: changingCase,
  fields: CommentFields,
  command(context, { caseId }, { comment }, typed) {
    const { parts, fields } = typedParts(typed)
    if (Object.keys(fields).length > 0)
      throw new DomainError('invalid', 'Enter each part as a number, such as 1.25.', { title: TITLE, fields })
    return changeCauses(context, caseId, { causes: [], parts, comment })
  },
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: parts of the causes stored`],
})

/** Popup "Parts of the causes": what each alone did to a NAV per share. */
export default function CauseParts() {
  const { caseId, causes, figures, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Parts of the causes"
      size="800x500"
      closeHref={`/nav-errors/${caseId}`}
      prefix="parts"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store the parts"
      busyText="Storing…"
      cancel="Cancel"
      off={
        figures.length === 0 ? 'Enter the corrected NAVs first: the parts explain their differences.' : null
      }
    >
      <p>What each cause alone did to a NAV per share; below zero where it made the NAV too low.</p>
      {figures.map(({ date, classCode, difference, parts }) => (
        <FormGroup
          key={`${date} ${classCode}`}
          title={`${classCode}, ${showDay(date)}: difference ${showExact(difference)}`}
        >
          {causes.map((cause) => (
            <DecimalInput
              key={cause}
              name={`part/${cause}/${date}/${classCode}`}
              label={cause}
              defaultValue={parts.find((part) => part.cause === cause)?.amount ?? ''}
            />
          ))}
        </FormGroup>
      ))}
      <TextArea name="comment" label="Comment" maxLength={4000} />
    </FormDialog>
  )
}
