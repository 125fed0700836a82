import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RULE_COLUMNS } from '~/areas/navs/control/control-columns'
import { formatOfControl, summaryOf } from '~/areas/navs/nav'
import { idInPath } from '~/http/address'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { Instant } from '~/platform/page/instant'
import { showDay } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import { Dialog } from '~/ui/dialog/dialog'
import { Grid } from '~/ui/grid/grid'
import { correctionControl } from '../corrected-navs.server'

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await guard(args, 'errors')
  const { caseId, controlId } = args.params
  return pageRead(async () => {
    const id = idInPath(caseId)
    return { caseId: id, ...(await correctionControl(read, id, idInPath(controlId))) }
  })
}

/** Popup with the control of corrected files: its rules, and what it was compared with. */
export default function Correction() {
  const { caseId, date, books, previousDate, control, results } = useLoaderData<typeof loader>()
  const format = formatOfControl(control)
  const base = `/nav-controls/${control.fundNavId}/controls/${control.id}`
  return (
    <Dialog title={`Corrected files of ${showDay(date)}`} size="full" closeHref={`/nav-errors/${caseId}`}>
      <Description
        items={[
          { term: 'Control', value: `${control.id}: ${summaryOf(control)}` },
          { term: 'Uploaded', value: <Instant at={control.submissionDate} /> },
          { term: 'By', value: control.fullName ?? '' },
          ...(format === null ? [] : [{ term: 'File format', value: format }]),
          {
            term: 'The books hold',
            value: books === 'case' ? 'debts and claims of the case, too' : 'the money that really came',
          },
          {
            term: 'Compared with',
            value: previousDate === null ? 'no NAV' : `NAV of ${showDay(previousDate)}`,
          },
          { term: 'Files', value: control.files.map(({ fileName }) => fileName).join(', ') },
        ]}
      />
      <Grid
        title="Rule results"
        columns={RULE_COLUMNS}
        rows={results}
        total={results.length}
        rowKey={(row) => String(row.id)}
        rowHref={(row) => `${base}/rules/${row.id}`}
        rowLabel={(row) => row.name}
      />
    </Dialog>
  )
}
