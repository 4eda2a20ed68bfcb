"""Whether seats of a drawn plan were changed by hand."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_drafts_each")]

    operations = [
        migrations.AddField(model_name=model, name="draw_changed", field=models.BooleanField(default=False))
        for model in ("series", "historicalseries")
    ]
