import { Outlet } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { MenuLink } from '~/areas/access/menu'
import { Grid, type GridProps } from '~/ui/grid/grid'
import type { Listed } from '~/ui/grid/grid-view'
import { shownCount } from '~/ui/grid/query'
import { Page } from '~/ui/page/page'
import { DomainLinks } from './use-site'

type ListPageProps<Row> = Omit<
  GridProps<Row>,
  keyof Listed<Row> | 'title' | 'actions' | 'path' | 'exportTo'
> & {
  title: string
  /** The name of the rows, if not the title. */
  rowsTitle?: string
  /** The pages of its domain. */
  links: MenuLink[]
  /** From `sourcePage`. */
  grid: Listed<Row>
  path: string
  /** The name of its files, without the format. */
  file: string
  /** Next to the title; by default the number of rows. */
  aside?: ReactNode
  /** Buttons and links of the page. */
  actions?: ReactNode
  /** See `Page`. */
  fill?: boolean
  printed?: string
  /** Above the grid. */
  children?: ReactNode
}

/** The page of one list, with the drawer that a route below it opens. */
export function ListPage<Row>({
  title,
  rowsTitle = title,
  links,
  grid,
  path,
  file,
  aside = <span className="muted">{shownCount(grid.total)}</span>,
  actions,
  fill,
  printed,
  children,
  ...shown
}: ListPageProps<Row>) {
  return (
    <>
      <DomainLinks links={links} />
      <Page title={title} aside={aside} actions={actions} fill={fill} printed={printed}>
        {children}
        <Grid {...shown} {...grid} title={rowsTitle} path={path} exportTo={`${path}/export/${file}`} />
      </Page>
      <Outlet />
    </>
  )
}
