import { Avatar } from '../Avatar.tsx'
import { Card } from '../Card.tsx'
import { Chart } from '../Chart.tsx'
import { moneyText, numberText } from '../format.ts'
import * as icons from '../icons.tsx'
import * as lateIcons from '../lateIcons.tsx'
import * as stars from '../stars.tsx'
import * as lucideIcons from '../lucideIcons.ts'
import { PictureChooser } from '../PictureChooser.tsx'
import styles from './Catalogue.module.css'
import { names } from './names.ts'

const sizes = ['small', 'medium', 'large', 'huge'] as const
const weeks = Array.from({ length: 8 }, (_, index) => ({
  name: `Week ${index + 1}`,
  values: { yes: 8 + ((index * 5) % 6), no: (index * 3) % 5, open: index % 3 },
}))
const money = weeks.map(({ name }, index) => ({
  name,
  values: { paid: 120_000 * (index + 1), due: 90_000 * (8 - index) },
}))

const nothing = () => Promise.resolve()
export const Pictures = () => (
  <>
    <div className={styles.row}>
      {names(8).map(({ id, name }, index) => (
        <Avatar key={id} id={id} name={name} size={sizes[index % sizes.length] ?? 'medium'} />
      ))}
    </div>
    <div className={styles.row}>
      {Object.entries({ ...icons, ...lateIcons, ...stars, ...lucideIcons }).map(([name, Icon]) => (
        <span key={name} title={name}>
          <Icon size={24} />
        </span>
      ))}
    </div>
    <PictureChooser
      id="p1"
      name="Mia Moreno"
      url={undefined}
      title="Picture"
      hint="Shown beside the name."
      texts={{
        ...{ choose: 'Choose a picture', change: 'Change picture', remove: 'Remove picture' },
        ...{ tooLarge: 'That file is too large.', notPicture: 'That file is not a picture.' },
      }}
      saving={false}
      save={nothing}
      remove={nothing}
    />
    <div className={styles.fields}>
      <Card accent="var(--avatar-5)">U12 Falcons</Card>
      <Card>Maximiliana Featherstonehaugh-Cholmondeley-Wolfeschlegelsteinhausenbergerdorff</Card>
    </div>
    <Chart
      kind="stacked"
      label="Answers of the last eight weeks"
      head="Week"
      rows={weeks}
      series={[
        { key: 'yes', label: 'Yes', color: 'success' },
        { key: 'no', label: 'No', color: 'danger' },
        { key: 'open', label: 'No answer', color: 'warning' },
      ]}
      format={(value) => numberText(value)}
    />
    <Chart
      kind="line"
      label="Money of the season"
      head="Week"
      rows={money}
      series={[
        { key: 'paid', label: 'Paid' },
        { key: 'due', label: 'Due' },
      ]}
      format={(cents) => moneyText(cents)}
    />
  </>
)
