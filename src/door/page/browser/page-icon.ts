/** The picture of the page on a phone's first screen: 192 by 192, in two colours. */
export const pageIcon = Uint8Array.from(
  Buffer.from(
    [
      'iVBORw0KGgoAAAANSUhEUgAAAMAAAADAAQMAAABoEv5EAAAABlBMVEULV6T///+HJPKXAAAAnklEQVR42u3VsQ3DMAxEUQYqUmaEjOLVMhpHyQ',
      'guVQiRA6i0vo2DUwV37eso6hjhOI7zu5T+TRLMZEAj6AhJsBJUgkbQEV4ESfCWYSWoBE2GzwQyFoKYzGTAQvDcD2vAg+BOUAhu+7mfQBiuD7HI',
      'L4hvjluCezXfRFzqY9A/TpV/rV4AKbeP3HBVbtFUm7pp1yDpsBgMhv8Ax3GcK9kArxQJV/4y5BQAAAAASUVORK5CYII=',
    ].join(''),
    'base64',
  ),
);
