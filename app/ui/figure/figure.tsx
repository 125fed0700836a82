type FigureProps = {
  /** Formatted already; a negative one has its minus sign. */
  children: string
  /** Colour by sign: a figure that begins with a minus as failed, another that is not zero as success. */
  coloured?: boolean
}

/** A figure: digits of one width, so that those below each other can be compared. */
export function Figure({ children, coloured = false }: FigureProps) {
  const sign = /^[-−]/.test(children) ? 'negative' : /[1-9]/.test(children) ? 'positive' : 'zero'
  return <span className={coloured ? `figure figure--${sign}` : 'figure'}>{children}</span>
}
