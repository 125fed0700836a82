import type { PaperStyle } from '~/platform/exports/pdf/paper-style'

/** A matrix holds little: large letters, and a line for each row. */
export const MATRIX_STYLE: PaperStyle = {
  ...{ margin: 56, foot: 24, small: 8.5, numbersBelow: 14 },
  ...{ size: 10, line: 15, baseline: 13, padding: 5, cellLines: 1 },
  title: { size: 17, height: 22, lines: 3, under: 18, after: 8 },
  heading: { size: 12.5, height: 22, above: 18, stay: 82 },
  labels: { height: 19, baseline: 13 },
}
