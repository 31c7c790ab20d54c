import { expect, it } from 'vitest'
import { pathOfStaff } from '#lib/server/platform/http/staff-path.ts'

it.each([
  ['/PRES-live', undefined],
  ['/api/PRES-live/v2/featureData', undefined],
  ['/pres-live', '/PRES-live'],
  ['/Pres-Live/Staff', '/PRES-live/Staff'],
  ['/PRES-LIVE-V1', '/PRES-live-v1'],
  ['/pres-live-v1/', '/PRES-live-v1/'],
  ['/api/pres-live/getTicketRefAgents', '/api/PRES-live/getTicketRefAgents'],
  ['/API/pres-live/getTicketRefAgents', '/api/PRES-live/getTicketRefAgents'],
  ['/API/PRES-LIVE/V2/FEATUREDATA', '/api/PRES-live/v2/featureData'],
  ['/api/pres-live/locationticketsales/data/2026-01-02/0/', '/api/PRES-live/locationTicketSales/data/2026-01-02/0/'],
  ['/api/pres-live/monitors/presentationsales/data', '/api/PRES-live/monitors/PresentationSales/data'],
  ['/api/PRES-live/featureTicketSales/data/ABC', undefined],
  ['/pres-livestock', undefined],
  ['/features/pres-live', undefined],
])('R2.20 R2.21 the area of staff is at any spelling of its name: %s', (path, own) => {
  expect(pathOfStaff(path)).toBe(own)
})
