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
  clubZone: string
  start: string | undefined
}

/** The time zone of an event: the club's, unless another is chosen, such as for an away game. */
export function ZoneField({ form, clubZone, start }: Props) {
  const t = useTexts('calendar', texts)
  const zone = form.field('timezone')
  const [opened, setOpened] = useState(zone.value !== clubZone)
  const options = useMemo(
    () =>
      [...new Set([clubZone, zone.value, ...Intl.supportedValuesOf('timeZone')])]
        .filter(Boolean)
        .toSorted()
        .map((value) => ({ value, label: value.replaceAll('_', ' ') })),
    [clubZone, zone.value],
  )
  // Empty if the clocks agree, whatever the zones are called.
  const zoneName = start && zoneText(start, zone.value)
  if (opened)
    return (
      <OneOf
        label={t('zone')}
        required
        options={options}
        {...zone}
        onChange={(next) => zone.onChange(next || clubZone)}
      />
    )
  return (
    <p>
      {zoneName && <>{t('inZone', { zone: zoneName })} </>}
      <Button kind="quiet" flush={!zoneName} onClick={() => setOpened(true)}>
        {t('otherZone')}
      </Button>
    </p>
  )
}
