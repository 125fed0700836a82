import { templateWorkbook } from '~/platform/exports/excel/template-workbook'
import { DomainError } from '~/platform/values/domain-error'
import { guidesOf } from './guides'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The template of a table of reference data, or of all of them. @throws DomainError not-found */
export async function templateFile(slug: string) {
  const guides = guidesOf(slug)
  if (guides === null)
    throw new DomainError(
      'not-found',
      `There is no template "${slug}". Choose one under Administration, Import reference data, Templates.`,
    )
  return { bytes: await templateWorkbook(guides), fileName: `${slug}.xlsx`, mediaType: XLSX }
}
