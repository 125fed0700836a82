import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { decimalValue } from '~/http/form'
import { formRoute, pageRead } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { showDay } from '~/platform/values/show'
import { FormDialog } from '~/ui/dialog/form-dialog'
import { DecimalInput } from '~/ui/enhanced/controls'
import { FormGroup } from '~/ui/form/form'
import { SelectInput, TextArea } from '~/ui/form/inputs'
import { Note } from '~/ui/message/message'
import { enterCorrections, figuresToEnter } from '../enter-corrections.server'
import { BOOKS, CorrectionsFields, optionalDecimalValue, typedFigures } from '../forms'
import { caseById } from '../read-case.server'
import { changingCase } from './case-page'

const TITLE = 'The corrected figures were not stored'

export async function loader(args: LoaderFunctionArgs) {
  const page = await changingCase(args)
  return pageRead(async () => {
    const { read, caseId, services } = page
    const rows = await figuresToEnter(page, await caseById(read, caseId))
    return { caseId, rows, idempotencyKey: services.ids.uuid() }
  })
}

export const action = formRoute({
  title: TITLE,
  page: changingCase,
  fields: CorrectionsFields,
  async command(context, { caseId }, { books, comment }, typed) {
    const fields: Record<string, string> = {}
    const figures = typedFigures(typed).map(({ date, classCode, given }) => {
      const value = <Value,>(
        what: string,
        schema: { safeParse(text: unknown): { success: boolean; data?: Value } },
      ) => {
        const read = schema.safeParse(given[what])
        if (!read.success) fields[`${what}/${date}/${classCode}`] = 'Enter a number as 101.2345.'
        return read.data
      }
      return {
        date,
        classCode,
        navPerShare: value('nav', decimalValue) ?? '0',
        shares: value('shares', optionalDecimalValue) ?? null,
        fxRate: value('rate', optionalDecimalValue) ?? null,
      }
    })
    if (Object.keys(fields).length > 0)
      throw new DomainError('invalid', 'Enter each figure as a number, such as 101.2345.', {
        title: TITLE,
        fields,
      })
    await enterCorrections(context, caseId, { figures, books, comment })
  },
  done: (_, { caseId }) => [`/nav-errors/${caseId}`, `NAV error ${caseId}: corrected NAVs stored`],
})

/** Popup "Enter corrected NAVs": a row for each date and class that was sent. */
export default function EnterFigures() {
  const { caseId, rows, idempotencyKey } = useLoaderData<typeof loader>()
  return (
    <FormDialog
      title="Enter corrected NAVs"
      size="800x500"
      closeHref={`/nav-errors/${caseId}`}
      prefix="figures"
      idempotencyKey={idempotencyKey}
      refused={useActionData<typeof action>()}
      submit="Store corrected NAVs"
      busyText="Storing…"
      cancel="Cancel"
      off={
        rows.length === 0
          ? 'No NAV between the first and the last wrong date was sent before the day of discovery. Check the dates of the case.'
          : null
      }
    >
      <Note>
        Enter the NAV per share with all errors put right. Shares and rate are as sent where you leave them
        blank.
      </Note>
      {rows.map(({ date, sent, entered }) => {
        const name = `${date}/${sent.classCode}`
        return (
          <FormGroup key={name} title={`${sent.classCode}, ${showDay(date)}: published ${sent.navPerShare}`}>
            <DecimalInput
              name={`nav/${name}`}
              label="Corrected NAV per share"
              defaultValue={entered?.navPerShare ?? ''}
            />
            <DecimalInput
              name={`shares/${name}`}
              label="Shares"
              hint={sent.shares === null ? 'The files do not say.' : `As sent: ${sent.shares}`}
              defaultValue={entered?.shares ?? ''}
            />
            <DecimalInput
              name={`rate/${name}`}
              label="FX rate"
              hint={sent.fxRate === null ? 'The files do not say.' : `As sent: ${sent.fxRate}`}
              defaultValue={entered?.fxRate ?? ''}
            />
          </FormGroup>
        )
      })}
      <SelectInput name="books" label="The books hold" required defaultValue="real" options={BOOKS} />
      <TextArea name="comment" label="Where the figures come from" required maxLength={4000} />
    </FormDialog>
  )
}
