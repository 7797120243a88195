import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { dateTimeText, moneyText } from '../kit/format.ts'
import { Frame } from '../kit/Frame.tsx'
import { Radios } from '../kit/Radios.tsx'
import { Select } from '../kit/Select.tsx'
import type { Bound } from '../kit/form/useForm.ts'
import type { Form, Head } from './filled.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

/** Formats a price, with a word for zero. */
const usePrice = () => {
  const t = useTexts('register', english)
  return (cents: number) => (cents === 0 ? t('free') : moneyText(cents))
}

type Option = Form['options'][number]

/** An option's dates with their places; for a season's practices only the first and their number. */
function Dates({ option: { events, moreEvents } }: { option: Option }) {
  const t = useTexts('register', english)
  return (
    <>
      {events.map(({ name, start, timezone }) => (
        <span key={`${start} ${name}`} className={styles.said}>
          {name} · {dateTimeText(start, timezone)}
        </span>
      ))}
      {moreEvents > 0 && <span className={styles.said}>{t('moreDates', { count: moreEvents })}</span>}
    </>
  )
}

type OptionsProps = { head: Head; options: Form['options']; bound: Bound<string[]> }
/**
 * The options: one for a team, one or more for an event. Full ones say so and cannot be newly chosen without a waiting list;
 * past ones cannot either.
 */
export function Options({ head, options, bound }: OptionsProps) {
  const t = useTexts('register', english)
  const price = usePrice()
  const { value, onChange, fault, name } = bound
  const [only, ...more] = options
  if (!only) return null
  const full = t(head.waitingList ? 'fullOption' : 'full')
  const left = ({ placesLeft, isOver }: Option) =>
    isOver
      ? t('noDateLeft')
      : placesLeft === null
        ? ''
        : placesLeft === 0
          ? full
          : t('placesLeft', { count: placesLeft })
  const hintOf = (option: Option) => {
    const said = [option.description, left(option)].filter(Boolean).join(' · ')
    if (option.events.length + option.moreEvents === 0) return said
    return (
      <>
        {said && <span className={styles.said}>{said}</span>}
        <Dates option={option} />
      </>
    )
  }
  const whyNot = ({ id, placesLeft, isOver }: Option) =>
    isOver ? t('noDateLeft') : placesLeft === 0 && !head.waitingList && !value.includes(id) ? t('full') : undefined
  const labelOf = (option: Option) => `${option.name} · ${price(option.priceInCents)}`
  if (head.registrationType === 'TEAM' && more.length === 0)
    return (
      <div data-field={name}>
        <p className={styles.only}>
          <strong>{only.name}</strong> <span>{price(only.priceInCents)}</span>
        </p>
        {hintOf(only) && <div className={styles.muted}>{hintOf(only)}</div>}
      </div>
    )
  if (head.registrationType === 'TEAM')
    return (
      <Radios
        label={t('chooseOption')}
        required
        name={name}
        fault={fault}
        value={value[0] ?? ''}
        onChange={(id) => onChange(id === '' ? [] : [id])}
        options={options.map((option) => ({ value: option.id, label: labelOf(option), hint: hintOf(option) }))}
      />
    )
  return (
    <Frame id="options" label={t('chooseOptions')} name={name} fault={fault} required group>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          label={labelOf(option)}
          hint={hintOf(option)}
          value={value.includes(option.id) && !option.isOver}
          onChange={(on) => onChange(on ? [...value, option.id] : value.filter((id) => id !== option.id))}
          disabledReason={whyNot(option)}
        />
      ))}
    </Frame>
  )
}

type AddOnProps = { addOn: Form['addons'][number]; bound: Bound<string[] | undefined> }
/** An add-on: its quantity, and for each unit its kind if it has kinds. */
export function AddOn({ addOn, bound }: AddOnProps) {
  const t = useTexts('register', english)
  const price = usePrice()
  const { addOnName: label, description, addOns: kinds, left, pictureUrl } = addOn
  const { customerMustPurchaseAtLeast: least, customerCanNotPurchaseMoreThan: limit } = addOn
  const { value: units = [], onChange, fault, name } = bound
  const most = Math.min(limit ?? Infinity, left ?? Infinity)
  // Shown once beside the buttons, which therefore stay the same and keep the focus.
  const whyNotLess = units.length > least ? undefined : least > 0 ? t('notBelow', { count: least }) : t('noneYet')
  const whyNotMore = units.length < most ? undefined : most === limit ? t('notAbove', { count: limit }) : t('noneLeft')
  const prices = kinds.map(({ priceInCents }) => priceInCents)
  const cheapest = kinds.length > 0 ? Math.min(...prices) : addOn.priceInCents
  const isFrom = kinds.length > 0 && Math.max(...prices) > cheapest
  const notes = [
    isFrom ? t('from', { price: price(cheapest) }) : price(cheapest),
    least > 0 ? t('atLeast', { count: least }) : '',
    limit !== null ? t('atMost', { count: limit }) : '',
    left !== null && left <= 10 ? t('unitsLeft', { count: left }) : '',
  ].filter(Boolean)
  return (
    <Frame
      id={addOn.id}
      label={label}
      name={name}
      fault={fault}
      hint={description || undefined}
      required={least > 0}
      group
    >
      <div className={styles.addOn}>
        {pictureUrl && <img src={pictureUrl} alt="" className={styles.picture} />}
        <span className={styles.muted}>{notes.join(' · ')}</span>
        <span className={styles.quantity}>
          <Button
            aria-label={t('less', { what: label })}
            onClick={() => onChange(units.slice(0, -1))}
            {...(whyNotLess && { disabledBy: `${addOn.id}-less` })}
          >
            −
          </Button>
          <output aria-label={t('quantityOf', { what: label })}>{units.length}</output>
          <Button
            aria-label={t('more', { what: label })}
            onClick={() => onChange([...units, ''])}
            {...(whyNotMore && { disabledBy: `${addOn.id}-more` })}
          >
            +
          </Button>
        </span>
      </div>
      {whyNotLess && (
        <p id={`${addOn.id}-less`} className={styles.muted}>
          {whyNotLess}
        </p>
      )}
      {whyNotMore && (
        <p id={`${addOn.id}-more`} className={styles.muted}>
          {whyNotMore}
        </p>
      )}
      {kinds.length > 0 &&
        units.map((kind, i) => (
          <Select
            // A unit is identified by its position only.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            label={units.length > 1 ? t('kindOf', { what: label, number: i + 1 }) : t('kind')}
            placeholder={t('choose')}
            // If its kind is no longer offered, another one has to be chosen.
            value={kinds.some(({ id }) => id === kind) ? kind : ''}
            onChange={(id) => onChange(units.map((each, at) => (at === i ? id : each)))}
            options={kinds.map(({ id, name: kindName, priceInCents }) => ({
              value: id,
              label: `${kindName} · ${price(priceInCents)}`,
            }))}
          />
        ))}
    </Frame>
  )
}
