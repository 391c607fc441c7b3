import { describe, expect, it } from 'vitest'
import { aRequest } from '../contract/testing/samples.ts'
import { createSandbox } from './create-sandbox.ts'
import { aRegistrationCall, aTrackingCall, keyHeader } from './testing/service-call.ts'

const unknown = '00000000-0000-0000-0000-000000000001'

async function aSandboxWithAction() {
  const sandbox = createSandbox()
  await sandbox.fetch(aRegistrationCall(aRequest()))
  return { sandbox, action: sandbox.received().registrations[0]?.action ?? '' }
}

describe('an event (R-A90 to R-A92)', () => {
  it('of a known registration is accepted, extra keys and all (B.2.10)', async () => {
    const { sandbox, action } = await aSandboxWithAction()
    const response = await sandbox.fetch(aTrackingCall({ action, event_type: 'FinishExternal', extra: 1 }))
    expect([response.status, await response.text()]).toEqual([
      201,
      `{"event_type":"FinishExternal","action":"${action}"}`,
    ])
  })

  it.each([
    [{}, { action: ['This field is required.'], event_type: ['This field is required.'] }],
    [
      { action: unknown, event_type: 'FinishExternal' },
      { action: [`Invalid pk "${unknown}" - object does not exist.`] },
    ],
    [
      { action: 'nope', event_type: 'x' },
      { action: ['“nope” is not a valid UUID.'], event_type: ['"x" is not a valid choice.'] },
    ],
    [
      { action: null, event_type: null },
      { action: ['This field may not be null.'], event_type: ['This field may not be null.'] },
    ],
    [
      { action: ['a'], event_type: ['FinishExternal'] },
      {
        action: ['Incorrect type. Expected pk value, received list.'],
        event_type: ['"[\'FinishExternal\']" is not a valid choice.'],
      },
    ],
    [{ action: 5, event_type: 'FinishExternal' }, { action: ['Invalid pk "5" - object does not exist.'] }],
    ['null', { non_field_errors: ['No data provided'] }],
    ['0', { non_field_errors: ['Invalid data. Expected a dictionary, but got int.'] }],
    ['{', { detail: 'JSON parse error - Expecting value: line 1 column 1 (char 0)' }],
  ])('%j is rejected', async (body, errors) => {
    const { sandbox } = await aSandboxWithAction()
    const response = await sandbox.fetch(aTrackingCall(body))
    expect([response.status, await response.json()]).toEqual([400, errors])
    expect(sandbox.received().events).toEqual([])
    expect(sandbox.received().tracking_failures).toMatchObject([{ status: 400 }])
  })

  it('with any Basic key is rejected, even the right one, and lost (R-A101)', async () => {
    const { sandbox, action } = await aSandboxWithAction()
    for (const Authorization of [keyHeader, 'Basic', 'basic x']) {
      const call = aTrackingCall({ action, event_type: 'FinishExternal' }, { headers: { Authorization } })
      const response = await sandbox.fetch(call)
      expect([response.status, await response.json()]).toEqual([403, { detail: 'Invalid username/password.' }])
    }
    expect(sandbox.received().events).toEqual([])
    expect(sandbox.received().tracking_failures).toHaveLength(3)
  })

  it('is accepted by POST only, and answered in JSON', async () => {
    const { sandbox } = await aSandboxWithAction()
    expect((await sandbox.fetch(aTrackingCall('', { method: 'GET' }))).status).toBe(405)
    expect((await sandbox.fetch(aTrackingCall('', { headers: { Accept: 'text/html' } }))).status).toBe(406)
    expect((await sandbox.fetch(aTrackingCall('x', { headers: { 'Content-Type': 'text/plain' } }))).status).toBe(415)
  })

  it('is stored exactly as it came, and as a value', async () => {
    const { sandbox, action } = await aSandboxWithAction()
    const raw = `{ "event_type": "FinishExternal", "n": 12345678901234567890, "action": "${action}" }`
    await sandbox.fetch(aTrackingCall(raw))
    expect(sandbox.received().events).toMatchObject([
      { raw, event: { action }, status: 201, headers: { authorization: 'absent' } },
    ])
  })
})
