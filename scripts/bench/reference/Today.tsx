import { Alert, Avatar, Badge, Button, Card, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'

type Day = {
  todaysEvents: {
    event: { id: string; name: string; start: string; eventType: { name: string }; orgUnit: { name: string } }
    location: { name: string } | null
    player: { id: string; firstName: string; lastName: string } | null
  }[]
}

async function read(): Promise<Day> {
  const token = Object.keys(localStorage).find((name) => name.endsWith('.accessToken')) ?? ''
  const start = new Date()
  start.setHours(0, 0, 0, 0)
  const answer = await fetch(`/api/v1/today?${new URLSearchParams({ startUtc: start.toISOString() })}`, {
    headers: { authorization: `Bearer ${localStorage.getItem(token)}` },
  })
  if (!answer.ok) throw new Error(`Today answered ${answer.status}`)
  return (await answer.json()) as Day
}

/** The day's events as cards of the kit. */
export function Today() {
  const [day, setDay] = useState<Day>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    read().then(setDay, () => setFailed(true))
  }, [])
  if (failed) return <Alert color="red">Today could not be loaded.</Alert>
  if (!day) return <Loader />
  return (
    <Stack>
      <Title order={1}>Today</Title>
      {day.todaysEvents.map(({ event, location, player }) => (
        <Card key={event.id + player?.id} withBorder shadow="sm" radius="md">
          <Text>{new Date(event.start).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })}</Text>
          <Title order={2} size="h3">
            {event.name}
          </Title>
          <Group>
            <Badge>{event.eventType.name}</Badge>
            <Text c="dimmed">{event.orgUnit.name}</Text>
          </Group>
          {location && <Text>{location.name}</Text>}
          {player && (
            <Group>
              <Avatar name={`${player.firstName} ${player.lastName}`} />
              <Text fw={600}>{`${player.firstName} ${player.lastName}`}</Text>
            </Group>
          )}
          <Group grow mt="sm">
            <Button variant="default">Yes</Button>
            <Button variant="default">No</Button>
          </Group>
        </Card>
      ))}
    </Stack>
  )
}
