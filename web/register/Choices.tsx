import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { dateTimeText, moneyText } from '../kit/format.ts'
import { Frame } from '../kit/Frame.tsx'
import { Radios } from '../kit/Radios.tsx'
import { Select } from '../kit/Select.tsx'
import type { Bound } from '../kit/form/useForm.ts'
import type { RegistrationForm, OpenRegistration } from './formValues.ts'
import styles from './Register.module.css'
import english from './texts.en.json'

/** Formats a price, with a word for zero. */
const useFormatPrice = () => {
  const t = useTexts('register', english)
  return (cents: number) => (cents === 0 ? t('free') : moneyText(cents))
}

type Option = RegistrationForm['options'][number]

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

type OptionsProps = { registration: OpenRegistration; options: RegistrationForm['options']; field: Bound<string[]> }
/**
 * The options: one for a team, one or more for an event. Full ones say so and cannot be newly chosen without a waiting list;
 * past ones cannot either.
 */
export function Options({ registration, options, field }: OptionsProps) {
  const t = useTexts('register', english)
  const priceText = useFormatPrice()
  const { value, onChange, fault, name } = field
  const [onlyOption, ...otherOptions] = options
  if (!onlyOption) return null
  const fullText = t(registration.waitingList ? 'fullOption' : 'full')
  const placesText = ({ placesLeft, isOver }: Option) => {
    if (isOver) return t('noDateLeft')
    // No option has more places left than the whole registration.
    const count = Math.min(placesLeft ?? Infinity, registration.placesLeft ?? Infinity)
    if (count === 0) return fullText
    return placesLeft === null ? '' : t('placesLeft', { count })
  }
  const renderHint = (option: Option) => {
    const hintText = [option.description, placesText(option)].filter(Boolean).join(' · ')
    if (option.events.length + option.moreEvents === 0) return hintText
    return (
      <>
        {hintText && <span className={styles.said}>{hintText}</span>}
        <Dates option={option} />
      </>
    )
  }
  const findDisabledReason = ({ id, placesLeft, isOver }: Option) =>
    isOver
      ? t('noDateLeft')
      : placesLeft === 0 && !registration.waitingList && !value.includes(id)
        ? t('full')
        : undefined
  const toLabel = (option: Option) => `${option.name} · ${priceText(option.priceInCents)}`
  if (registration.registrationType === 'TEAM' && otherOptions.length === 0)
    return (
      <div data-field={name}>
        <p className={styles.only}>
          <strong>{onlyOption.name}</strong> <span>{priceText(onlyOption.priceInCents)}</span>
        </p>
        {renderHint(onlyOption) && <div className={styles.muted}>{renderHint(onlyOption)}</div>}
      </div>
    )
  if (registration.registrationType === 'TEAM')
    return (
      <Radios
        label={t('chooseOption')}
        required
        name={name}
        fault={fault}
        value={value[0] ?? ''}
        onChange={(id) => onChange(id === '' ? [] : [id])}
        options={options.map((option) => ({ value: option.id, label: toLabel(option), hint: renderHint(option) }))}
      />
    )
  return (
    <Frame id="options" label={t('chooseOptions')} name={name} fault={fault} required group>
      {options.map((option) => (
        <Checkbox
          key={option.id}
          label={toLabel(option)}
          hint={renderHint(option)}
          value={value.includes(option.id) && !option.isOver}
          onChange={(on) => onChange(on ? [...value, option.id] : value.filter((id) => id !== option.id))}
          disabledReason={findDisabledReason(option)}
        />
      ))}
    </Frame>
  )
}

type AddOnProps = { addOn: RegistrationForm['addons'][number]; field: Bound<string[] | undefined> }
/** An add-on: its quantity, and for each unit its kind if it has kinds. */
export function AddOn({ addOn, field }: AddOnProps) {
  const t = useTexts('register', english)
  const priceText = useFormatPrice()
  const { addOnName: label, description, addOns: kinds, left: unitsLeft, pictureUrl } = addOn
  const { customerMustPurchaseAtLeast: minUnits, customerCanNotPurchaseMoreThan: limit } = addOn
  const { value: units = [], onChange, fault, name } = field
  const maxUnits = Math.min(limit ?? Infinity, unitsLeft ?? Infinity)
  // Shown once beside the buttons, which therefore stay the same and keep the focus.
  const lessDisabledReason =
    units.length > minUnits ? undefined : minUnits > 0 ? t('notBelow', { count: minUnits }) : t('noneYet')
  const moreDisabledReason =
    units.length < maxUnits ? undefined : maxUnits === limit ? t('notAbove', { count: limit }) : t('noneLeft')
  const prices = kinds.map(({ priceInCents }) => priceInCents)
  const cheapest = kinds.length > 0 ? Math.min(...prices) : addOn.priceInCents
  const hasDearerKind = kinds.length > 0 && Math.max(...prices) > cheapest
  const notes = [
    hasDearerKind ? t('from', { price: priceText(cheapest) }) : priceText(cheapest),
    minUnits > 0 ? t('atLeast', { count: minUnits }) : '',
    limit !== null ? t('atMost', { count: limit }) : '',
    unitsLeft !== null && unitsLeft <= 10 ? t('unitsLeft', { count: unitsLeft }) : '',
  ].filter(Boolean)
  return (
    <Frame
      id={addOn.id}
      label={label}
      name={name}
      fault={fault}
      hint={description || undefined}
      required={minUnits > 0}
      group
    >
      <div className={styles.addOn}>
        {pictureUrl && <img src={pictureUrl} alt="" className={styles.picture} />}
        <span className={styles.muted}>{notes.join(' · ')}</span>
        <span className={styles.quantity}>
          <Button
            aria-label={t('less', { what: label })}
            onClick={() => onChange(units.slice(0, -1))}
            {...(lessDisabledReason && { disabledBy: `${addOn.id}-less` })}
          >
            −
          </Button>
          <output aria-label={t('quantityOf', { what: label })}>{units.length}</output>
          <Button
            aria-label={t('more', { what: label })}
            onClick={() => onChange([...units, ''])}
            {...(moreDisabledReason && { disabledBy: `${addOn.id}-more` })}
          >
            +
          </Button>
        </span>
      </div>
      {lessDisabledReason && (
        <p id={`${addOn.id}-less`} className={styles.muted}>
          {lessDisabledReason}
        </p>
      )}
      {moreDisabledReason && (
        <p id={`${addOn.id}-more`} className={styles.muted}>
          {moreDisabledReason}
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
            onChange={(id) => onChange(units.map((each, index) => (index === i ? id : each)))}
            options={kinds.map(({ id, name: kindName, priceInCents }) => ({
              value: id,
              label: `${kindName} · ${priceText(priceInCents)}`,
            }))}
          />
        ))}
    </Frame>
  )
}
