/** The admin token of every server under measurement. */
export const OPERATOR = "token-of-the-operator-of-the-benchmark";
