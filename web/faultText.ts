import { type FaultCode, faultSentences } from '#shared/faultSentences.ts'
import { problemText } from './i18n.ts'

/** What is wrong with one field, found by a rule of ours or by the API, in a sentence of the reader's language. */
export const faultText = ({ code, limit }: { code: FaultCode; limit?: number }): string =>
  problemText({ code: `fault_${code}`, message: faultSentences[code], limit })
