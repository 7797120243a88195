import { type FaultCode, faultSentences } from '#shared/faultSentences.ts'
import { i18n } from '../i18n.ts'

/** The message for a field's fault, found by a local rule or by the API, in the reader's language. */
export const faultText = ({ code, limit }: { code: FaultCode; limit?: number }): string =>
  i18n.t(`fault_${code}`, { ns: 'problems', defaultValue: faultSentences[code], limit })
