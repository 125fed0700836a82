/** A decimal with a point, as formats write numbers: "0.01", "-3". */
export const DECIMAL_TEXT = /^-?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})$/
