/** Draws the plots of a report from `report`, and draws them again when the page's width or its colours change. */
export const reportScript = `
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const inks = ['first', 'second'];
// Where both do the same, the first shows beneath the second.
const widths = report.rules.length > 1 ? [3, 1.25] : [2];
const line = (label, ink, more) => ({ label, stroke: color(ink), width: 1.5, spanGaps: false, ...more });
const axis = (more) => ({ stroke: color('soft'), grid: { stroke: color('line'), width: 1 }, ticks: { stroke: color('line'), width: 1 }, ...more });
const sync = uPlot.sync('time');
const decimals = (places) => (_, value) => (value === null ? '-' : value.toFixed(places));
const stepped = uPlot.paths.stepped({ align: 1 });

function plots() {
  const steps = { paths: stepped };
  return {
    price: {
      series: [
        line('reference', 'reference', { dash: [6, 4] }),
        line('best rival', 'best', steps),
        ...report.rules.map(({ name }, index) => line(name, inks[index], { ...steps, width: widths[index] })),
      ],
      data: [report.reference, report.best, ...report.rules.map(({ price }) => price)],
      places: report.scale,
    },
    rank: {
      series: report.rules.map(({ name }, index) => line(name, inks[index], { ...steps, width: widths[index] })),
      data: report.rules.map(({ rank }) => rank),
      places: 0,
      axis: { incrs: [1, 2, 5, 10, 20, 50] },
      scale: { dir: -1, range: (_, low, high) => [Math.min(1, low ?? 1) - 0.5, Math.max(3, high ?? 3) + 0.5] },
    },
    margin: {
      series: report.rules.map(({ name }, index) => line(name, inks[index], { ...steps, width: widths[index] })),
      data: report.rules.map(({ margin }) => margin),
      places: 2,
    },
  };
}

let drawn = [];
function draw() {
  for (const plot of drawn) plot.destroy();
  drawn = Object.entries(plots()).map(([name, { series, data, places, scale, axis: own }]) => {
    const place = document.getElementById(name);
    return new uPlot(
      {
        width: place.clientWidth,
        height: place.clientWidth < 500 ? 220 : 280,
        cursor: { sync: { key: sync.key } },
        scales: { y: scale ?? {} },
        axes: [axis({ space: 70 }), axis({ size: 60, ...own })],
        series: [{}, ...series.map((one) => ({ ...one, value: decimals(places) }))],
      },
      [report.times, ...data],
      place,
    );
  });
}

draw();
let width = document.body.clientWidth;
addEventListener('resize', () => {
  if (document.body.clientWidth === width) return;
  width = document.body.clientWidth;
  draw();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
`;
