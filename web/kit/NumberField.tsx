import { type ReactNode, useState } from 'react'
import { Field } from './Field.tsx'
import type { FieldProps } from './Frame.tsx'

type Props = FieldProps<number | null> & {
  /** How many digits may stand behind the point. */
  digits?: number
  /** All of those digits stand there, zeros too. */
  fixed?: boolean
  before?: ReactNode
}

const partOf = (options: Intl.NumberFormatOptions, wanted: Intl.NumberFormatPartTypes) =>
  Intl.NumberFormat(document.documentElement.lang || 'en-US', options)
    .formatToParts(0.5)
    .find(({ type }) => type === wanted)?.value

/**
 * Without what stands between thousands: the sign that is not the reader's decimal one, where three digits follow. Three are more than any
 * decimal digits here; with fewer it is the point or comma of somebody who writes otherwise.
 */
const ungrouped = (text: string, decimal: string): string =>
  text.replace(decimal === ',' ? /^\d+(\.\d{3})+(?!\d)/ : /^\d+(,\d{3})+(?!\d)/, (thousands) =>
    thousands.replaceAll(/[.,]/g, ''),
  )

/** A number; `null` when there is none. Nothing else can be typed; a point or a comma, whichever the reader writes. */
export function NumberField({ value, onChange, onBlur, digits = 0, fixed, ...rest }: Props) {
  const [typed, setTyped] = useState<string>()
  const decimal = partOf({}, 'decimal') ?? '.'
  const written = value === null ? '' : (fixed ? value.toFixed(digits) : String(value)).replace('.', decimal)
  const allowed = new RegExp(`^\\d{0,12}${digits > 0 ? `([.,]\\d{0,${digits}})?` : ''}$`)
  function change(text: string) {
    // What comes along when an amount is pasted.
    const plain = ungrouped(text.replaceAll(/[\s$€£]/g, ''), decimal)
    if (!allowed.test(plain)) return
    setTyped(plain)
    const number = Number.parseFloat(plain.replace(',', '.'))
    onChange(Number.isNaN(number) ? null : number)
  }
  return (
    <Field
      {...rest}
      inputMode={digits > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed ?? written}
      onChange={change}
      onBlur={() => {
        setTyped(undefined)
        onBlur?.()
      }}
    />
  )
}

/** An amount in cents; `null` when there is none. The currency stands before it. */
export const MoneyField = ({ value, onChange, ...rest }: FieldProps<number | null>) => (
  <NumberField
    {...rest}
    digits={2}
    fixed
    before={partOf({ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }, 'currency')}
    value={value === null ? null : value / 100}
    onChange={(amount) => onChange(amount === null ? null : Math.round(amount * 100))}
  />
)
