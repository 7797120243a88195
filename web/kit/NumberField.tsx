import { type ReactNode, useState } from 'react'
import { Field } from './Field.tsx'
import type { FieldProps } from './Frame.tsx'

type Props = FieldProps<number | null> & {
  /** The most decimal digits. */
  digits?: number
  /** Always shows that many decimals. */
  fixed?: boolean
  before?: ReactNode
}

const formatPart = (options: Intl.NumberFormatOptions, partType: Intl.NumberFormatPartTypes) =>
  Intl.NumberFormat(document.documentElement.lang || 'en-US', options)
    .formatToParts(0.5)
    .find(({ type }) => type === partType)?.value

/**
 * Removes thousands separators: the sign that is not the reader's decimal sign, followed by three digits. No field here takes
 * three decimals; with fewer digits it is the decimal sign of another locale.
 */
const ungrouped = (text: string, decimal: string): string =>
  text.replace(decimal === ',' ? /^\d+(\.\d{3})+(?!\d)/ : /^\d+(,\d{3})+(?!\d)/, (thousands) =>
    thousands.replaceAll(/[.,]/g, ''),
  )

/** A number, or `null` if empty. Accepts only digits and a decimal point or comma. */
export function NumberField({ value, onChange, onBlur, digits = 0, fixed, ...rest }: Props) {
  const [typed, setTyped] = useState<string>()
  const decimal = formatPart({}, 'decimal') ?? '.'
  const formatted = value === null ? '' : (fixed ? value.toFixed(digits) : String(value)).replace('.', decimal)
  const allowedPattern = new RegExp(`^\\d{0,12}${digits > 0 ? `([.,]\\d{0,${digits}})?` : ''}$`)
  function change(text: string) {
    // Pasted amounts may contain spaces and currency signs.
    const plain = ungrouped(text.replaceAll(/[\s$€£]/g, ''), decimal)
    if (!allowedPattern.test(plain)) return
    setTyped(plain)
    const number = Number.parseFloat(plain.replace(',', '.'))
    onChange(Number.isNaN(number) ? null : number)
  }
  return (
    <Field
      {...rest}
      inputMode={digits > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed ?? formatted}
      onChange={change}
      onBlur={() => {
        setTyped(undefined)
        onBlur?.()
      }}
    />
  )
}

/** An amount in cents, or `null` if empty, with the currency in front. */
export const MoneyField = ({ value, onChange, ...rest }: FieldProps<number | null>) => (
  <NumberField
    {...rest}
    digits={2}
    fixed
    before={formatPart({ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }, 'currency')}
    value={value === null ? null : value / 100}
    onChange={(amount) => onChange(amount === null ? null : Math.round(amount * 100))}
  />
)
