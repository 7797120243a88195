import { useMemo, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import type { useForm } from '../kit/form/useForm.ts'
import { zoneText } from '../kit/format.ts'
import { OneOf } from '../kit/OneOf.tsx'
import type { Values } from './eventForm.ts'
import texts from './texts.en.json'

type Props = {
  form: ReturnType<typeof useForm<Values>>
  /** The club's time zone. */
  usual: string
  start: string | undefined
}

/** The time zone of an event: the club's, unless another is chosen, such as for an away game. */
export function ZoneField({ form, usual, start }: Props) {
  const t = useTexts('calendar', texts)
  const zone = form.field('timezone')
  const [opened, setOpened] = useState(zone.value !== usual)
  const options = useMemo(
    () =>
      [...new Set([usual, zone.value, ...Intl.supportedValuesOf('timeZone')])]
        .filter(Boolean)
        .toSorted()
        .map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    [usual, zone.value],
  )
  // Empty if the clocks agree, whatever the zones are called.
  const there = start && zoneText(start, zone.value)
  if (opened)
    return (
      <OneOf label={t('zone')} required options={options} {...zone} onChange={(next) => zone.onChange(next || usual)} />
    )
  return (
    <p>
      {there && <>{t('inZone', { zone: there })} </>}
      <Button kind="quiet" flush={!there} onClick={() => setOpened(true)}>
        {t('otherZone')}
      </Button>
    </p>
  )
}
