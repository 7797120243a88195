import { attributeWords, isLoggedAttribute, type LoggedAttribute } from '#shared/rules/auditWords.ts'
import { readerLanguage, type Translate } from '../i18n.ts'
import { dateText, dateTimeText, listText, moneyText, numberText, percentText, readerZone } from '../kit/format.ts'
import type english from './texts.en.json'

/** The type of an attribute's value. For an id only the fact that it changed is shown. */
type ValueFormat =
  | 'text'
  | 'number'
  | 'hours'
  | 'money'
  | 'share'
  | 'yesNo'
  | 'word'
  | 'words'
  | 'day'
  | 'utcDay'
  | 'instant'
  | 'id'
const formats: Readonly<Record<LoggedAttribute, ValueFormat>> = {
  name: 'text',
  timezone: 'text',
  country: 'text',
  website: 'text',
  isRosterVisible: 'yesNo',
  chatEnabled: 'yesNo',
  academyEnabled: 'yesNo',
  customRegistrationEnabled: 'yesNo',
  adminSecondFactor: 'yesNo',
  processingFeePerMil: 'share',
  processingFeeInCents: 'money',
  reminderHours: 'hours',
  flags: 'words',
  unitName: 'text',
  season: 'text',
  color: 'text',
  archivedAt: 'instant',
  firstName: 'text',
  lastName: 'text',
  number: 'text',
  position: 'text',
  pictures: 'word',
  relation: 'word',
  lacks: 'words',
  state: 'word',
  start: 'instant',
  end: 'instant',
  field: 'text',
  cancelled: 'yesNo',
  deletedAt: 'instant',
  title: 'text',
  textVersion: 'number',
  archived: 'yesNo',
  amount: 'money',
  paid: 'money',
  waived: 'money',
  dueOn: 'day',
  paidOn: 'day',
  cents: 'money',
  how: 'word',
  givenBack: 'money',
  provider: 'word',
  active: 'yesNo',
  perMille: 'share',
  rows: 'number',
  places: 'number',
  acceptPayments: 'yesNo',
  mainPaymentAccountId: 'id',
  trackType: 'word',
  given: 'number',
  used: 'number',
  returned: 'money',
  plan: 'word',
  teams: 'number',
  status: 'word',
  trialEnd: 'day',
  periodEnd: 'utcDay',
  endsAt: 'utcDay',
  payBy: 'word',
  type: 'word',
  tag: 'text',
  friendlyName: 'text',
  stopped: 'yesNo',
  settled: 'word',
  askedAt: 'instant',
  areas: 'words',
  tokens: 'word',
  url: 'text',
  kinds: 'words',
  call: 'text',
}
type Texts = Translate<typeof english>

/** The text in the reader's language, of an [English, Spanish] pair. */
export const inReaderLanguage = ([english, spanish]: readonly [string, string]): string =>
  readerLanguage() === 'es' ? spanish : english

/** The display name of an attribute. */
export const attributeName = (name: string): string =>
  isLoggedAttribute(name) ? inReaderLanguage(attributeWords[name]) : name

/** Whether an attribute's old and new value mean anything to a reader. */
export const isShownAttribute = (name: string): boolean => !isLoggedAttribute(name) || formats[name] !== 'id'

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
/** A list in the current format (JSON) or in the old one (separated by commas). */
function parseList(value: string): string[] {
  const list = parseJson(value)
  return Array.isArray(list) ? list.map(String) : value.split(', ')
}

/** An attribute's value formatted for readers. Values of an unknown format are shown as they are. */
export function formatValue(t: Texts, name: string, value: string): string {
  const valueFormat = isLoggedAttribute(name) ? formats[name] : 'text'
  const amount = Number(value)
  const wordText = (each: string) => t(`value_${each}` as 'value_open', { defaultValue: each.replaceAll('_', ' ') })
  const numberFormats: Partial<Record<ValueFormat, (of: number) => string>> = {
    number: (of) => numberText(of),
    money: (of) => moneyText(of),
    share: (of) => percentText(of / 1000, 2),
  }
  const formatNumber = numberFormats[valueFormat]
  if (formatNumber) return value !== '' && Number.isFinite(amount) ? formatNumber(amount) : value
  if (valueFormat === 'yesNo') return value === 'true' || value === 'false' ? t(`value_${value}`) : value
  if (valueFormat === 'word') return wordText(value)
  if (valueFormat === 'words') return listText(parseList(value).map(wordText)) || t('value_none')
  if (valueFormat === 'hours')
    return listText(parseList(value).map((each) => t('value_hours', { count: Number(each) }))) || t('value_none')
  const isTime =
    (valueFormat === 'day' || valueFormat === 'utcDay' || valueFormat === 'instant') && !Number.isNaN(Date.parse(value))
  if (!isTime) return value
  // Billing periods end with a UTC day, which is also the day that the billing page shows.
  if (valueFormat === 'utcDay') return dateText(value, 'UTC')
  return valueFormat === 'day' ? dateText(value) : dateTimeText(value, readerZone())
}
