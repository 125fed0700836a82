import type { PaperStyle } from '~/platform/exports/pdf/paper-style'

/** A report holds much: small letters, and cells of several lines; a comment that fills pages is cut. */
export const REPORT_STYLE: PaperStyle = {
  ...{ margin: 48, foot: 24, small: 7.5, numbersBelow: 12 },
  ...{ size: 9, line: 12, baseline: 11, padding: 4, cellLines: 40 },
  title: { size: 16, height: 21, lines: 1, under: 15, after: 0 },
  heading: { size: 11, height: 20, above: 14, stay: 84 },
  labels: { height: 20, baseline: 13 },
}
