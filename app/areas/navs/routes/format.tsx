import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, Outlet, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { administrationLinks } from '~/areas/access/menu'
import { guard } from '~/http/guard'
import { pageRead } from '~/http/page-answer'
import { DomainLinks } from '~/platform/page/use-site'
import { Grid } from '~/ui/grid/grid'
import { OpenLink } from '~/ui/open-close/close-link'
import { Page, PageSection } from '~/ui/page/page'
import { differenceLine } from '../formats/differences'
import { CONTROL_USE_COLUMNS, pathOfFormat, versionColumns } from '../formats/format-columns'
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
    return {
      code,
      version: shown.version,
      definition: shown.definition,
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

/** A version of a file format: its JSON, what is different from the version before, and the controls that it read. */
export default function FileFormat() {
  const { links, code, version, before, definition, differences, versions, controls, ...shown } =
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
        <PageSection title={`JSON of version ${version}`}>
          <pre>{definition}</pre>
        </PageSection>
      </Page>
      <Outlet />
    </>
  )
}
