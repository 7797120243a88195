import { type FaultCode, faultSentences } from '#shared/faultSentences.ts'
import { i18n } from '../i18n.ts'

/** What is wrong with one field, found by a rule of ours or by the API, in a sentence of the reader's language. */
export const faultText = ({ code, limit }: { code: FaultCode; limit?: number }): string =>
  i18n.t(`fault_${code}`, { ns: 'problems', defaultValue: faultSentences[code], limit })
