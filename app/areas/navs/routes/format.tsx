import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, Outlet, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { checkDraft, type Format } from '~/platform/formats/format'
import { DomainLinks } from '~/platform/page/use-site'
import { showDay } from '~/platform/values/show'
import { Description } from '~/ui/description/description'
import { Fold } from '~/ui/fold/fold'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page, PageSection } from '~/ui/page/page'
import { differenceLine } from '../formats/differences'
import {
  CONTROL_USE_COLUMNS,
  PART_COLUMNS,
  pathOfFormat,
  VALUE_COLUMNS,
  versionColumns,
} from '../formats/format-columns'
import { partRows, valueRows } from '../formats/format-in-words'
import { controlsByFormat, formatJson, versionDifferences, versionRows } from '../formats/format-rows.server'
import { FUNDESK } from '../formats/fundesk'

export const meta = ({ params }: { params: { code?: string } }) => [
  { title: `File format ${params.code ?? ''} · Fundesk` },
]

/** So many controls are listed. */
const MAX_CONTROLS = 100

export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guard(args, 'administration')
  const { actor, read } = guarded
  const { code = '' } = args.params
  const { searchParams } = new URL(args.request.url)
  const numberIn = (name: string) => {
    const requested = searchParams.get(name)
    return requested !== null && /^[1-9]\d{0,8}$/.test(requested) ? Number(requested) : undefined
  }
  return pageRead(async () => {
    const shown = await formatJson(read, code, numberIn('version'))
    const before = numberIn('against') ?? shown.version - 1
    const controls = await controlsByFormat(read, code)
    const { format } = checkDraft(JSON.parse(shown.definition))
    return {
      code,
      version: shown.version,
      definition: shown.definition,
      inWords: format && { ...generalOf(format), parts: partRows(format), values: valueRows(format) },
      before,
      differences:
        before > 0
          ? (await versionDifferences(read, code, { before, after: shown.version })).map(differenceLine)
          : null,
      versions: await versionRows(read, code),
      controls: controls.slice(0, MAX_CONTROLS),
      controlCount: controls.length,
      links: administrationLinks(actor),
      mayPropose: isAllowed(actor, 'administration', 'update'),
    }
  })
}

/** What holds for all tables of a format. */
function generalOf({ name, provider, from, to, files, decimal, dates, funds, classes }: Format) {
  const codes = [...Object.entries(funds), ...Object.entries(classes)]
  const items = [
    { term: 'Name', value: name },
    { term: 'Provider', value: provider ?? 'Any' },
    { term: 'Valid', value: to ? `${showDay(from)} to ${showDay(to)}` : `from ${showDay(from)}` },
    { term: 'Files', value: String(files) },
    {
      term: 'Decimal mark',
      value: decimal === null ? 'As the file has it' : decimal === ',' ? 'Comma' : 'Point',
    },
    { term: 'Dates', value: dates.length > 0 ? dates.join(', ') : 'As the file has them' },
  ]
  return {
    general:
      codes.length > 0
        ? [
            ...items,
            { term: 'Codes', value: codes.map(([theirs, ours]) => `${theirs} = ${ours}`).join(', ') },
          ]
        : items,
  }
}

/** A version of a file format: what it reads and where, what is different from the version before, the controls that it read, and its JSON. */
export default function FileFormat() {
  const { links, code, version, before, definition, inWords, differences, versions, controls, ...shown } =
    useLoaderData<typeof loader>()
  const path = pathOfFormat(code)
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={`File format ${code}`}
        aside={<span className="muted">version {version}</span>}
        actions={
          <>
            <a className="button" href={`${path}/${version}/format.json`}>
              Download JSON
            </a>
            {shown.mayPropose && (
              <OpenLink className="button" to={`${path}/new`}>
                {code === FUNDESK ? 'New format from it' : 'New version'}
              </OpenLink>
            )}
            <Link className="button" to="/admin/formats">
              All formats
            </Link>
          </>
        }
      >
        {inWords && (
          <>
            <PageSection>
              <Description items={inWords.general} />
            </PageSection>
            <PageSection title="Tables">
              <Grid
                title="Tables"
                columns={PART_COLUMNS}
                rows={inWords.parts}
                total={inWords.parts.length}
                rowKey={({ key }) => key}
              />
            </PageSection>
            <PageSection title="Where each value stands">
              <Grid
                title="Values"
                columns={VALUE_COLUMNS}
                rows={inWords.values}
                total={inWords.values.length}
                rowKey={({ key }) => key}
              />
            </PageSection>
          </>
        )}
        {differences !== null && (
          <PageSection title={`Differences from version ${before}`}>
            {differences.length === 0 && <p>None.</p>}
            <ul className="page__list">
              {differences.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </PageSection>
        )}
        {versions.length > 0 && (
          <PageSection title="Versions">
            <Grid
              title="Versions"
              columns={versionColumns(path, version)}
              rows={versions}
              total={versions.length}
              rowKey={(row) => String(row.version)}
            />
          </PageSection>
        )}
        <PageSection title="Controls that it read">
          {code === FUNDESK ? (
            <p>All controls that name no other format.</p>
          ) : (
            <>
              {shown.controlCount > controls.length && (
                <p className="muted">
                  The newest {controls.length} of {shown.controlCount}.
                </p>
              )}
              <Grid
                title="Controls"
                columns={CONTROL_USE_COLUMNS}
                rows={controls}
                total={controls.length}
                rowKey={(row) => String(row.controlId)}
                empty="No control yet."
              />
            </>
          )}
        </PageSection>
        <Fold title="JSON" id="json" result={`version ${version}`}>
          <pre>{definition}</pre>
        </Fold>
      </Page>
      <Outlet />
    </>
  )
}
