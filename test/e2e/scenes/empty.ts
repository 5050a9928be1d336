import { type Scene, where } from './scene.ts';

/** A first start: nothing is open. */
export const emptyScene: Scene = {
  name: 'empty',
  files: async () => [],
  stages: [
    {
      shots: ['overview', 'verdicts', 'triage', 'variance', 'calibration', 'pairs', 'sources'].map(
        (name) => ({
          name: `empty-${name}`,
          show: async (page, open) => {
            await open(name === 'overview' ? '/' : `/${name}`);
            await page.getByRole('main').getByRole('heading').first().waitFor();
          },
        }),
      ),
    },
  ],
};

/** Mistakes a person makes, and what the screens say to them. */
export const mistakesScene: Scene = {
  name: 'mistakes',
  files: (place) => place.writeSample(2000),
  stages: [
    {
      foresee: /status of 4\d\d/,
      shots: [
        {
          name: 'mistake-filter',
          show: async (page, open) => {
            await open(`/verdicts?${where('reward > 0 and (passed')}`);
            await page.getByRole('alert').first().waitFor();
          },
        },
        {
          name: 'mistake-filter-overview',
          show: async (page, open) => {
            await open(`/?${where('reward > 0 and (passed')}`);
            await page.getByRole('alert').first().waitFor();
          },
        },
        {
          name: 'mistake-run',
          show: async (page, open) => {
            await open('/variance?run=00000000-0000-0000-0000-000000000000');
            await page.getByRole('alert').first().waitFor();
          },
        },
        {
          name: 'mistake-yaml',
          show: async (page, open) => {
            await open('/rubrics?version=adapt_v2');
            await page.locator('.view-line').first().click();
            await page.keyboard.press('Control+A');
            await page.keyboard.insertText(
              'version: adapt_v3\ncategories:\n  general: {name: "a, steps: [b\n\tpitfalls: []\n',
            );
            await page
              .getByText(/^(✗ )?(error|错误)/)
              .first()
              .waitFor();
          },
        },
      ],
    },
  ],
};
